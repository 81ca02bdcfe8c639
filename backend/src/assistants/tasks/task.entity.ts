import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** Only the columns that are read or written through the repository. */
@Entity('tasks')
export class Task {
  @PrimaryGeneratedColumn('uuid') id!: string;
  @Column('uuid', { name: 'owner_id' }) ownerId!: string;
  @Column('uuid', { name: 'assistant_id' }) assistantId!: string;
  @Column('integer', { name: 'sequence_order' }) sequenceOrder!: number;
  @Column('text', { default: '' }) description!: string;
  @Column('uuid', { name: 'file_id', nullable: true }) fileId!: string | null;
  @Column('timestamptz', { name: 'archived_at', nullable: true }) archivedAt!: Date | null;
  @Column('timestamptz', { name: 'updated_at', default: () => 'now()' }) updatedAt!: Date;
}
