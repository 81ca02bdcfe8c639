import type { PostingSort } from '@flyerdeck/contracts';
import { matching, type PostingsFilter } from './matching.query.ts';

/** The columns of each order of the admin's list. An index has the order of updatedAt, which is the default; others are sorted (decision 0036). */
const KEYS: Readonly<Record<PostingSort, readonly string[]>> = {
  status: ['status', 'updated_at'],
  updatedAt: ['updated_at'],
  createdAt: ['created_at'],
  pending: ['pending_ms'],
  posting: ['posting_ms'],
  posted: ['posted_ms'],
  failed: ['failed_ms'],
  total: ['total_ms'],
  retries: ['retry_count'],
  // Postings that can still change are first.
  unchanged: ['has_ended', 'updated_at'],
};

/** A SELECT of the ids of the postings that match, in their order: a page of `:limit` rows after `:offset`, or all without a limit. */
export function orderedIds(filter: PostingsFilter, sort: PostingSort, order: 1 | -1): string {
  // The longest unchanged posting is the one that changed first.
  const direction = (order === 1) === (sort === 'unchanged') ? 'DESC' : 'ASC';
  // The id makes the order total.
  const keys = [...KEYS[sort], 'id'];
  const by = keys.map((key) => `${key} ${direction}`).join(', ');
  // With all keys inside, Postgres does not take the id out of each row that it skips.
  return `SELECT id FROM (
      SELECT ${keys.join(', ')} FROM (${matching(filter)}) found ORDER BY ${by} LIMIT :limit OFFSET :offset
    ) page ORDER BY ${by}`;
}
