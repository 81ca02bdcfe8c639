import { POSTING_STATUSES, type PostingSort, type PostingStatus } from '@flyerdeck/contracts';

/** The orders of the admin's list of postings (decisions 0036 and 0041). */

export type Direction = 'ASC' | 'DESC';

const ENDED = `NOT starts_with(status, 'p')`;
const UNFINISHED = `starts_with(status, 'p')`;

interface Part {
  readonly condition: string;
  /** The statuses of its postings. */
  readonly statuses: readonly PostingStatus[];
  /** A column that has the same values as the first key in this part. */
  readonly firstKey?: string;
}

/** Postgres reads each part in the order of an index and merges them. */
interface Group {
  readonly parts: readonly Part[];
  /** The value of the key `has_ended`, which the parts then do not have. */
  readonly hasEnded?: '0' | '1';
}

export interface Order {
  /** The id makes the order total. */
  readonly keys: readonly string[];
  /** Groups of parts that together contain each posting once. The rows of a group are before those of the next one. */
  readonly groups: readonly Group[];
  /** The first key is smallest where the shown value is largest. */
  readonly isReversed?: true;
}

const OPEN = ['pending', 'posting', 'posted'] as const;
const FINAL = ['completed', 'failed'] as const;
const ofStatus = (status: PostingStatus): Part => ({ condition: `status = '${status}'`, statuses: [status] });
const WHOLE: readonly Group[] = [{ parts: [{ condition: 'true', statuses: POSTING_STATUSES }] }];

/**
 * Durations and retries change with each transition, but only ended postings are in the index of the order. Postings that have
 * begun are few and are sorted. Those that were never claimed have the value 0, which their own indexes contain as `fresh`.
 */
const byProgress = (key: string, fresh: string): Order => ({
  keys: [key, 'id'],
  groups: [
    {
      parts: [
        { condition: ENDED, statuses: FINAL },
        { condition: `${UNFINISHED} AND transitions_count > 0`, statuses: OPEN },
        { condition: `${UNFINISHED} AND transitions_count = 0`, statuses: OPEN, firstKey: fresh },
      ],
    },
  ],
});

export const ORDERS: Readonly<Record<PostingSort, Order>> = {
  status: { keys: ['status', 'updated_at', 'id'], groups: WHOLE },
  // The index of the order by status serves this order too.
  updatedAt: { keys: ['updated_at', 'id'], groups: [{ parts: POSTING_STATUSES.map(ofStatus) }] },
  createdAt: { keys: ['created_at', 'id'], groups: WHOLE },
  pending: byProgress('pending_ms', 'total_ms'),
  posting: byProgress('posting_ms', 'total_ms'),
  posted: byProgress('posted_ms', 'total_ms'),
  failed: byProgress('failed_ms', 'total_ms'),
  total: byProgress('total_ms', 'total_ms'),
  retries: byProgress('retry_count', 'retry_count'),
  // Postings that can still change come first.
  unchanged: {
    keys: ['has_ended', 'updated_at', 'id'],
    groups: [
      { parts: OPEN.map(ofStatus), hasEnded: '0' },
      { parts: FINAL.map(ofStatus), hasEnded: '1' },
    ],
    isReversed: true,
  },
};

/** The columns of a posting that its place in an order, or a condition on the list, depends on. */
export const KEY_COLUMNS = `id, status, updated_at, created_at, pending_ms, posting_ms, posted_ms, failed_ms, total_ms, retry_count,
        (${ENDED})::int AS has_ended`;

export const directionOf = (sort: PostingSort, order: 1 | -1): Direction =>
  (order === 1) === (ORDERS[sort].isReversed === true) ? 'DESC' : 'ASC';

export const orderBy = (columns: readonly string[], direction: Direction) =>
  `ORDER BY ${columns.map((column) => `${column} ${direction}`).join(', ')}`;
