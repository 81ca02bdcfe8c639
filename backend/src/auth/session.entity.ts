import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('sessions')
export class Session {
  /** SHA-256 of the token: whoever reads the table can't sign in with it. */
  @PrimaryColumn('bytea', { name: 'token_hash' }) tokenHash!: Buffer;
  /** What its owner may know it by. */
  @Column('uuid', { default: () => 'gen_random_uuid()' }) id!: string;
  @Column('uuid', { name: 'user_id' }) userId!: string;
  /** 'Chrome on Windows', as the sign-in's User-Agent says. */
  @Column('text', { default: '' }) browser!: string;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt!: Date;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt!: Date;
  @Column('timestamptz', { name: 'last_used_at', default: () => 'now()' }) lastUsedAt!: Date;
  /** By the deactivation of its user (a trigger sets it). */
  @Column('timestamptz', { name: 'ended_at', nullable: true }) endedAt!: Date | null;
}
