import type { DeviceHealth } from '@flyerdeck/contracts';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** One creator page of one owner. Unlinking keeps the row, so that linking again restores tags, paid_until and history. */
@Entity('pages')
export class Page {
  @PrimaryGeneratedColumn('uuid') guid!: string;
  @Column('uuid', { name: 'owner_id' }) ownerId!: string;
  @Column('text', { name: 'creator_id' }) creatorId!: string;
  @Column('text') name!: string;
  @Column('text') username!: string;
  @Column('text', { name: 'avatar_url', nullable: true }) avatarUrl!: string | null;
  @Column('text', { array: true, default: [] }) tags!: string[];
  @Column('timestamptz', { name: 'linked_at' }) linkedAt!: Date;
  @Column('timestamptz', { name: 'unlinked_at', nullable: true }) unlinkedAt!: Date | null;
  @Column('timestamptz', { name: 'last_polled_at', nullable: true }) lastPolledAt!: Date | null;
  @Column('text', { default: 'ok' }) health!: DeviceHealth;
  @Column('text', { name: 'extension_version', nullable: true }) extensionVersion!: string | null;
  @Column('text', { name: 'time_zone', default: 'UTC' }) timeZone!: string;
  @Column('integer', { name: 'home_count', default: 0 }) homeCount!: number;
  @Column('integer', { name: 'notifications_count', default: 0 }) notificationsCount!: number;
  @Column('integer', { name: 'messages_count', default: 0 }) messagesCount!: number;
  @Column('timestamptz', { name: 'paid_until', nullable: true }) paidUntil!: Date | null;
  @Column('integer', { name: 'credits_charged', default: 0 }) creditsCharged!: number;
  /** The charge for which nothing has been posted yet. It may still be refunded (decision 0003). */
  @Column('uuid', { name: 'unused_charge_id', nullable: true }) unusedChargeId!: string | null;
}
