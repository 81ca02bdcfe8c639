import type { PostingStatus } from '@flyerdeck/contracts';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** One flyer on one page. Triggers write the durations, the visits and the transition of each change of `status`. */
@Entity('page_postings')
export class PagePosting {
  @PrimaryGeneratedColumn('uuid') id!: string;
  @Column('uuid', { name: 'owner_id' }) ownerId!: string;
  @Column('uuid', { name: 'assistant_id' }) assistantId!: string;
  @Column('uuid', { name: 'task_id' }) taskId!: string;
  @Column('uuid', { name: 'page_guid' }) pageGuid!: string;
  @Column('text', { default: 'pending' }) status!: PostingStatus;
  @Column('timestamptz', { name: 'status_since' }) statusSince!: Date;
  /** Place in the page's line: the assistant's queued_at, then the flyer's order, a duplicate after its original. */
  @Column('timestamptz', { name: 'queued_at' }) queuedAt!: Date;
  @Column('integer', { name: 'sequence_order' }) sequenceOrder!: number;
  @Column('uuid', { name: 'duplicate_of', nullable: true }) duplicateOf!: string | null;
  @Column('boolean', { name: 'is_duplicate' }) isDuplicate!: boolean;
  /** Which run of reset_after_posts_list it belongs to, from zero. */
  @Column('integer', { name: 'run_index' }) runIndex!: number;
  @Column('integer', { name: 'delay_hours' }) delayHours!: number;
  @Column('integer', { name: 'gap_hours' }) gapHours!: number;
  /** Of the claim that was reported or given up as unconfirmed; while it is in flight, in_flight has it. */
  @Column('bytea', { name: 'claim_token_hash', nullable: true }) claimTokenHash!: Buffer | null;
  @Column('timestamptz', { name: 'claimed_at', nullable: true }) claimedAt!: Date | null;
  /** When it goes live: at the claim, or when the platform's scheduler is told to. */
  @Column('timestamptz', { name: 'publish_at', nullable: true }) publishAt!: Date | null;
  @Column('timestamptz', { name: 'scheduled_for', nullable: true }) scheduledFor!: Date | null;
  @Column('timestamptz', { name: 'posted_at', nullable: true }) postedAt!: Date | null;
  @Column('text', { nullable: true }) report!: 'posted' | 'failed' | null;
  @Column('text', { name: 'external_post_id', nullable: true }) externalPostId!: string | null;
  @Column('uuid', { name: 'charge_id', nullable: true }) chargeId!: string | null;
  @Column('integer', { name: 'retry_count', default: 0 }) retryCount!: number;
  /** Tries lost to expired leases since it was last put in line by a person. */
  @Column('integer', { name: 'expired_lease_count', default: 0 }) expiredLeaseCount!: number;
  @Column('text', { name: 'error_message', nullable: true }) errorMessage!: string | null;
  @Column('text', { name: 'error_code', nullable: true }) errorCode!: string | null;
  @Column('uuid', { name: 'picture_file_id', nullable: true }) pictureFileId!: string | null;
  @Column('text', { name: 'screenshot_error', nullable: true }) screenshotError!: string | null;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt!: Date;
  @Column('timestamptz', { name: 'updated_at', default: () => 'now()' }) updatedAt!: Date;
}
