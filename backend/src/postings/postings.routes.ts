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
import { notFound } from '../server/http/errors.ts';
import type { EndpointRouter } from '../server/http/mountEndpoint.ts';
import { PREVIEW_TOKEN_HEADER } from '../server/security/secrets.ts';
import { analyzePostings, recommend } from './list/analytics.query.ts';
import { countPostings, listPostings, presentDetailedPosting } from './list/detailedPostings.query.ts';
import { findPreview, presentPreview } from './preview.query.ts';
import { hintRequeued, retryMatching, retryMessage } from './retry/retryPostings.ts';

export function mountPostingsRoutes(
  endpoints: EndpointRouter,
  { config: { creatorSiteOrigin }, hints }: AppContext,
): void {
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
    const total = await countPostings(db, filter);
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
