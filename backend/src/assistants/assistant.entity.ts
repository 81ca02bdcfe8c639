import type { PostingRules, Assistant as WireAssistant } from '@flyerdeck/contracts';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** `queueing`: its postings are still being added (`queueing.ts`). It is not shown as paused. */
type PauseReason = NonNullable<WireAssistant['pause_reason']> | 'queueing';

/** The status is not stored. The SQL function assistant_status derives it from the tasks. */
@Entity('assistants')
export class Assistant {
  @PrimaryGeneratedColumn('uuid') id!: string;
  @Column('uuid', { name: 'owner_id' }) ownerId!: string;
  @Column('text', { default: '' }) name!: string;
  @Column('jsonb', { name: 'posting_rules' }) postingRules!: PostingRules;
  @Column('integer', { name: 'reset_after_posts_list', array: true, default: [] }) resetAfterPostsList!: number[];
  @Column('boolean', { name: 'screenshot_as_file', default: false }) screenshotAsFile!: boolean;
  @Column('uuid', { name: 'preset_id', nullable: true }) presetId!: string | null;
  @Column('text', { name: 'pause_reason', nullable: true }) pauseReason!: PauseReason | null;
  @Column('timestamptz', { name: 'queued_at', nullable: true }) queuedAt!: Date | null;
  @Column('timestamptz', { name: 'starts_at', nullable: true }) startsAt!: Date | null;
  @Column('uuid', { name: 'copy_of', nullable: true }) copyOf!: string | null;
  /** The Idempotency-Key of the copy, unique for each copied assistant. */
  @Column('text', { name: 'copy_key', nullable: true }) copyKey!: string | null;
  @Column('boolean', { name: 'of_repeat', default: false }) ofRepeat!: boolean;
  /** The hash of the file of which it was made. */
  @Column('text', { name: 'sheet_key', nullable: true }) sheetKey!: string | null;
  @Column('timestamptz', { name: 'deleted_at', nullable: true }) deletedAt!: Date | null;
  @Column('timestamptz', { name: 'updated_at', default: () => 'now()' }) updatedAt!: Date;
}
