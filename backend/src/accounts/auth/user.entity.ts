import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** Only the columns that are read or written through the repository. */
@Entity('users')
export class User {
  @PrimaryGeneratedColumn('uuid') id!: string;
  @Column('text', { name: 'telegram_id', unique: true }) telegramId!: string;
  @Column('text') username!: string;
  @Column('text', { name: 'first_name' }) firstName!: string;
  @Column('text', { name: 'last_name' }) lastName!: string;
  @Column('text', { default: 'en' }) language!: 'en' | 'ru';
  @Column('boolean', { name: 'is_active', default: true }) isActive!: boolean;
  @Column('boolean', { name: 'is_admin', default: false }) isAdmin!: boolean;
  @Column('integer', { name: 'credits_balance', default: 0 }) creditsBalance!: number;
  @Column('boolean', { name: 'is_posting_active', default: false }) isPostingActive!: boolean;
  @Column('timestamptz', { name: 'last_login_at', nullable: true }) lastLoginAt!: Date | null;
  /** The row of an erased account stays as a pseudonym for ledger and audit events. */
  @Column('timestamptz', { name: 'erased_at', nullable: true }) erasedAt!: Date | null;
}
