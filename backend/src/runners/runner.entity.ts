import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** Belongs to nobody until its pairing code is used. */
@Entity('runners')
export class Runner {
  @PrimaryGeneratedColumn('uuid') id!: string;
  @Column('bytea', { name: 'secret_hash' }) secretHash!: Buffer;
  @Column('bytea', { name: 'code_hash', nullable: true }) codeHash!: Buffer | null;
  @Column('timestamptz', { name: 'code_expires_at' }) codeExpiresAt!: Date;
  @Column('uuid', { name: 'owner_id', nullable: true }) ownerId!: string | null;
  @Column('text', { name: 'host_name' }) hostName!: string;
  @Column('text') version!: string;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt!: Date;
  @Column('timestamptz', { name: 'paired_at', nullable: true }) pairedAt!: Date | null;
  @Column('timestamptz', { name: 'last_contact_at', nullable: true }) lastContactAt!: Date | null;
  @Column('timestamptz', { name: 'ended_at', nullable: true }) endedAt!: Date | null;
}
