import {
  ANALYTICS_LIMIT,
  getPerformanceAnalytics,
  listDetailedPostings,
  POSTINGS_PAGE_SIZE,
} from '@flyerdeck/contracts';
import type { AppContext } from '../context.ts';
import type { EndpointRouter } from '../http/mountEndpoint.ts';
import { presentAnalytics } from './analytics.presenter.ts';
import { analyzePostings } from './analytics.query.ts';
import { presentDetailedPosting } from './detailedPosting.presenter.ts';
import { listTransitions, searchPostings, type TransitionRow } from './detailedPostings.query.ts';

/** What admins see of everybody's postings. */
export function mountAdminPostingsRoutes(endpoints: EndpointRouter, { pool }: AppContext): void {
  endpoints.mount(getPerformanceAnalytics, async ({ query }) => {
    const [row] = await analyzePostings(pool, [query.limit ?? ANALYTICS_LIMIT]);
    if (!row) throw new Error('an aggregate answered no row');
    return presentAnalytics(row);
  });

  endpoints.mount(listDetailedPostings, async ({ query }) => {
    const { page = 1, limit = POSTINGS_PAGE_SIZE, search = '', sort_by = 'updatedAt', archived = false } = query;
    const order = query.sort_order === 1 ? 1 : -1;
    const { rows, matching } = await searchPostings(pool, {
      page,
      limit,
      search: search.trim(),
      sort: sort_by,
      order,
      archived,
    });
    const transitions = await listTransitions(pool, [rows.map((row) => row.id)]);
    const stepsOf = new Map<string, TransitionRow[]>(rows.map((row) => [row.id, []]));
    for (const transition of transitions) stepsOf.get(transition.posting_id)?.push(transition);
    return {
      postings: rows.map((row) => presentDetailedPosting(row, stepsOf.get(row.id) ?? [])),
      total_pages: Math.ceil(matching / limit),
    };
  });
}
