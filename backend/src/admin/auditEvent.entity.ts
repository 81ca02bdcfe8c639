import type { AuditEventName } from '@flyerdeck/contracts';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A row without an admin was caused by the setting ADMIN_TELEGRAM_IDS or a command. */
@Entity('audit_events')
export class AuditEvent {
  @PrimaryGeneratedColumn('uuid') id!: string;
  @Column('uuid', { name: 'admin_id', nullable: true }) adminId!: string | null;
  @Column('uuid', { name: 'target_id', nullable: true }) targetId!: string | null;
  @Column('text') event!: AuditEventName;
  @Column('jsonb', { default: {} }) details!: object;
}
