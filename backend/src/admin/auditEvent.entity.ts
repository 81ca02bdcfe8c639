import type { AdminActWord } from '@flyerdeck/contracts';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** What an admin did to a user, or exported. A row without an admin was written for the setting ADMIN_TELEGRAM_IDS. */
@Entity('admin_acts')
export class AuditEvent {
  @PrimaryGeneratedColumn('uuid') id!: string;
  @Column('uuid', { name: 'admin_id', nullable: true }) adminId!: string | null;
  @Column('uuid', { name: 'target_id', nullable: true }) targetId!: string | null;
  @Column('text') act!: AdminActWord;
  @Column('jsonb', { default: {} }) details!: object;
  @Column('timestamptz', { default: () => 'now()' }) at!: Date;
}
