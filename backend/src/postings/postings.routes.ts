import {
  ANALYTICS_LIMIT,
  getPerformanceAnalytics,
  getPreview,
  listDetailedPostings,
  POSTINGS_PAGE_SIZE,
  retryFailedPostings,
} from '@flyerdeck/contracts';
import type { AppContext } from '../context.ts';
import { oneRow } from '../database/statement.ts';
import { notFound } from '../http/errors.ts';
import type { EndpointRouter } from '../http/mountEndpoint.ts';
import { PREVIEW_TOKEN_HEADER } from '../http/secrets.ts';
import { analyzePostings, recommend } from './analytics.query.ts';
import { presentDetailedPosting } from './detailedPosting.presenter.ts';
import { countPostings, listPostings } from './detailedPostings.query.ts';
import { findPreview, presentPreview } from './preview.query.ts';
import { hintRequeued, retryMatching, retryMessage } from './retryPostings.ts';

/** Simultaneous calls with one key load once. A failed load is not kept, and fails no other call: its caller may have left. */
function keepFor<Value>(milliseconds: number) {
  const kept = new Map<string, { readonly value: Promise<Value>; readonly until: number }>();
  return (key: string, load: () => Promise<Value>): Promise<Value> => {
    const now = performance.now();
    for (const [old, { until }] of kept) if (until <= now) kept.delete(old);
    const found = kept.get(key);
    if (found) return found.value.catch(load);
    const entry = { value: load(), until: now + milliseconds };
    kept.set(key, entry);
    entry.value.catch(() => {
      if (kept.get(key) === entry) kept.delete(key);
    });
    return entry.value;
  };
}

const TOTAL_KEPT_MS = 5_000;

export function mountPostingsRoutes(
  endpoints: EndpointRouter,
  { config: { creatorSiteOrigin }, hints }: AppContext,
): void {
  const totals = keepFor<number>(TOTAL_KEPT_MS);

  endpoints.mount(getPreview, async ({ db, params, ctx }) => {
    const [row] = await findPreview(db, [params.pagePostingId, ctx.get(PREVIEW_TOKEN_HEADER)]);
    if (!row) throw notFound('posting.not_found', 'There is no such posting.');
    return presentPreview(row);
  });

  endpoints.mount(getPerformanceAnalytics, async ({ db, query }) => {
    const { times, ...analytics } = await oneRow(analyzePostings(db, [query.limit ?? ANALYTICS_LIMIT]));
    return { ...analytics, recommendations: recommend(times) };
  });

  endpoints.mount(listDetailedPostings, async ({ db, query }) => {
    const { page = 1, limit = POSTINGS_PAGE_SIZE, sort_by: sort = 'updatedAt', sort_order, ...filter } = query;
    const order = sort_order === 1 ? 1 : -1;
    // One after another, because a search has one connection.
    const rows = await listPostings(db, { ...filter, page, limit, sort, order });
    const total = await totals(JSON.stringify(filter), () => countPostings(db, filter));
    return {
      postings: rows.map((row) => presentDetailedPosting(row, creatorSiteOrigin)),
      total_pages: Math.ceil(total / limit),
      total,
    };
  });

  endpoints.mountInTransaction(retryFailedPostings, async ({ db, user, body, afterCommit }) => {
    const { posting_ids: postings, ...filter } = body;
    const retry = await retryMatching(db, user.id, { ...filter, postings });
    if (!retry.isLater) afterCommit(() => hintRequeued(hints, retry.owners));
    return { message: retryMessage(retry), retried: retry.owners.length };
  });
}
