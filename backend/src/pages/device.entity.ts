import type { LinkPageData, UnlinkReason } from '@flyerdeck/contracts';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** One installed extension. It is bound to one page when its linking token is used. */
@Entity('devices')
export class Device {
  @PrimaryGeneratedColumn('uuid') id!: string;
  @Column('timestamptz', { name: 'token_expires_at' }) tokenExpiresAt!: Date;
  /** The page as the extension described it in its link request. */
  @Column('jsonb', { name: 'requested_page' }) requestedPage!: LinkPageData;
  @Column('text', { name: 'extension_version' }) extensionVersion!: string;
  /** For example 'Chrome on Windows', from the User-Agent of the link request. */
  @Column('text', { default: '' }) browser!: string;
  @Column('uuid', { name: 'page_guid', nullable: true }) pageGuid!: string | null;
  @Column('timestamptz', { name: 'bound_at', nullable: true }) boundAt!: Date | null;
  @Column('timestamptz', { name: 'voided_at', nullable: true }) voidedAt!: Date | null;
  @Column('text', { name: 'void_reason', nullable: true }) voidReason!: UnlinkReason | null;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt!: Date;
}
