import { POSTING_STATUSES, type PostingStatus, type TrendDay } from '@flyerdeck/contracts';
import type { TrendRow } from './trends.query.ts';

export const presentTrendDay = (row: TrendRow): TrendDay => ({
  day: row.day,
  postings: Object.fromEntries(POSTING_STATUSES.map((status) => [status, row.postings[status] ?? 0])) as Record<
    PostingStatus,
    number
  >,
  new_users: row.new_users,
  credits_bought: row.credits_bought,
  credits_granted: row.credits_granted,
  credits_spent: row.credits_spent,
});
