import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('users')
export class User {
  @PrimaryGeneratedColumn('uuid') id!: string;
  @Column('text', { name: 'telegram_id', unique: true }) telegramId!: string;
  @Column('text') username!: string;
  @Column('text', { name: 'first_name' }) firstName!: string;
  @Column('text', { name: 'last_name' }) lastName!: string;
  /** In which the bot speaks to them. */
  @Column('text', { default: 'en' }) language!: 'en' | 'ru';
  @Column('boolean', { name: 'is_active', default: true }) isActive!: boolean;
  @Column('boolean', { name: 'is_admin', default: false }) isAdmin!: boolean;
  /** The setting ADMIN_TELEGRAM_IDS has had its say, which it has once. */
  @Column('boolean', { name: 'admin_by_setting', default: false }) adminBySetting!: boolean;
  /** The posting switch. */
  @Column('boolean', { name: 'is_posting_active', default: false }) isPostingActive!: boolean;
  /** Since when the switch stands as it does: a page can only be late from then on. */
  @Column('timestamptz', { name: 'posting_switched_at', nullable: true }) postingSwitchedAt!: Date | null;
  /** Only credits.service writes these three. */
  @Column('integer', { name: 'credits_balance', default: 0 }) creditsBalance!: number;
  @Column('integer', { name: 'credits_purchased', default: 0 }) creditsPurchased!: number;
  @Column('integer', { name: 'credits_spent', default: 0 }) creditsSpent!: number;
  @Column('timestamptz', { name: 'last_login_at', nullable: true }) lastLoginAt!: Date | null;
  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' }) createdAt!: Date;
}
