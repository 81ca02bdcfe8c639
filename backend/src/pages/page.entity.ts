import type { UnlinkReason } from '@flyerdeck/contracts';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** Only columns that the repository uses. Unlinking keeps the row, so that linking again restores tags, paid_until and history. */
@Entity('pages')
export class Page {
  @PrimaryGeneratedColumn('uuid') guid!: string;
  @Column('uuid', { name: 'owner_id' }) ownerId!: string;
  @Column('text', { name: 'creator_id' }) creatorId!: string;
  @Column('text') name!: string;
  @Column('text', { array: true, default: [] }) tags!: string[];
  @Column('timestamptz', { name: 'unlinked_at', nullable: true }) unlinkedAt!: Date | null;
}

@Entity('devices')
export class Device {
  @PrimaryGeneratedColumn('uuid') id!: string;
  @Column('uuid', { name: 'page_guid', nullable: true }) pageGuid!: string | null;
  @Column('timestamptz', { name: 'bound_at', nullable: true }) boundAt!: Date | null;
  @Column('timestamptz', { name: 'voided_at', nullable: true }) voidedAt!: Date | null;
  @Column('text', { name: 'void_reason', nullable: true }) voidReason!: UnlinkReason | null;
}
