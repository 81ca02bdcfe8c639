import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** Without the columns that only statements use. */
@Entity('users')
export class User {
  @PrimaryGeneratedColumn('uuid') id!: string;
  @Column('text', { name: 'telegram_id', unique: true }) telegramId!: string;
  @Column('text') username!: string;
  @Column('text', { name: 'first_name' }) firstName!: string;
  @Column('text', { name: 'last_name' }) lastName!: string;
  /** Of the bot's messages. */
  @Column('text', { default: 'en' }) language!: 'en' | 'ru';
  @Column('boolean', { name: 'is_active', default: true }) isActive!: boolean;
  @Column('boolean', { name: 'is_admin', default: false }) isAdmin!: boolean;
  /** Only credits.service changes it. */
  @Column('integer', { name: 'credits_balance', default: 0 }) creditsBalance!: number;
  @Column('timestamptz', { name: 'last_login_at', nullable: true }) lastLoginAt!: Date | null;
  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' }) createdAt!: Date;
}
