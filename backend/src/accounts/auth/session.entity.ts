import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('sessions')
export class Session {
  /** SHA-256 of the token: a copy of the table cannot be used to sign in. */
  @PrimaryColumn('bytea', { name: 'token_hash' }) tokenHash!: Buffer;
  @Column('uuid', { default: () => 'gen_random_uuid()' }) id!: string;
  @Column('uuid', { name: 'user_id' }) userId!: string;
  @Column('text', { default: '' }) browser!: string;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt!: Date;
  /** A trigger sets it when the user is deactivated. */
  @Column('timestamptz', { name: 'ended_at', nullable: true }) endedAt!: Date | null;
}
