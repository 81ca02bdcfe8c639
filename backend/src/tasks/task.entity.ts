import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** One flyer. The five counts include original postings only. Only the triggers of page_postings write them. */
@Entity('tasks')
export class Task {
  @PrimaryGeneratedColumn('uuid') id!: string;
  @Column('uuid', { name: 'owner_id' }) ownerId!: string;
  @Column('uuid', { name: 'assistant_id' }) assistantId!: string;
  @Column('integer', { name: 'sequence_order' }) sequenceOrder!: number;
  @Column('text', { default: '' }) description!: string;
  @Column('uuid', { name: 'file_id', nullable: true }) fileId!: string | null;
  @Column('timestamptz', { name: 'archived_at', nullable: true }) archivedAt!: Date | null;
  @Column('integer', { name: 'pending_count', default: 0 }) pendingCount!: number;
  @Column('integer', { name: 'posting_count', default: 0 }) postingCount!: number;
  @Column('integer', { name: 'posted_count', default: 0 }) postedCount!: number;
  @Column('integer', { name: 'completed_count', default: 0 }) completedCount!: number;
  @Column('integer', { name: 'failed_count', default: 0 }) failedCount!: number;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt!: Date;
  @Column('timestamptz', { name: 'updated_at', default: () => 'now()' }) updatedAt!: Date;
}
