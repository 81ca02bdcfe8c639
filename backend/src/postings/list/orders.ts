import { POSTING_STATUSES, type PostingSort, type PostingStatus } from '@flyerdeck/contracts';

/** A part of the postings that an index has in the order. Postgres merges the parts (decision 0036). */
interface Part {
  readonly condition: string;
  /** The statuses of its postings. */
  readonly statuses: readonly PostingStatus[];
  /** A column that has the same values as the first key in this part. */
  readonly firstKey?: string;
}

export interface Order {
  /** The id makes the order total. */
  readonly keys: readonly string[];
  /** Contain each posting once. */
  readonly parts: readonly Part[];
}

export const OPEN_STATUSES = ['pending', 'posting', 'posted'] as const;
export const ENDED_STATUSES = ['completed', 'failed'] as const;
const ofStatus = (status: PostingStatus): Part => ({ condition: `status = '${status}'`, statuses: [status] });
const WHOLE: readonly Part[] = [{ condition: 'true', statuses: POSTING_STATUSES }];

/**
 * Durations and retries change with each transition, but only ended postings are in the index of the order. Postings that have
 * begun are few and are sorted. Those that were never claimed have the value 0, which their own indexes contain as `fresh`.
 */
const byProgress = (key: string, fresh = 'total_ms'): Order => ({
  keys: [key, 'id'],
  parts: [
    { condition: `NOT starts_with(status, 'p')`, statuses: ENDED_STATUSES },
    { condition: `starts_with(status, 'p') AND transitions_count > 0`, statuses: OPEN_STATUSES },
    { condition: `starts_with(status, 'p') AND transitions_count = 0`, statuses: OPEN_STATUSES, firstKey: fresh },
  ],
});

/** The orders of the admin's list of postings. */
export const ORDERS: Readonly<Record<PostingSort, Order>> = {
  status: { keys: ['status', 'updated_at', 'id'], parts: WHOLE },
  // The index of the order by status has this order within each status.
  updatedAt: { keys: ['updated_at', 'id'], parts: POSTING_STATUSES.map(ofStatus) },
  createdAt: { keys: ['created_at', 'id'], parts: WHOLE },
  pending: byProgress('pending_ms'),
  posting: byProgress('posting_ms'),
  posted: byProgress('posted_ms'),
  failed: byProgress('failed_ms'),
  total: byProgress('total_ms'),
  retries: byProgress('retry_count', 'retry_count'),
  // Postings that can still change are first. No index has this order.
  unchanged: { keys: ['has_ended', 'updated_at', 'id'], parts: [] },
};
