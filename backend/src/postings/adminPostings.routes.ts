import {
  ANALYTICS_LIMIT,
  exportDetailedPostings,
  getPerformanceAnalytics,
  listDetailedPostings,
  POSTINGS_PAGE_SIZE,
} from '@flyerdeck/contracts';
import { issueTicket } from '../exports/tickets.ts';
import type { EndpointRouter } from '../http/mountEndpoint.ts';
import { presentAnalytics } from './analytics.presenter.ts';
import { analyzePostings } from './analytics.query.ts';
import { presentDetailedPosting } from './detailedPosting.presenter.ts';
import { searchPostings } from './detailedPostings.query.ts';
import { postingsExport } from './postingsExport.query.ts';

/** What admins see of everybody's postings. */
export function mountAdminPostingsRoutes(endpoints: EndpointRouter): void {
  endpoints.mount(getPerformanceAnalytics, async ({ db, query }) => {
    const [row] = await analyzePostings(db, [query.limit ?? ANALYTICS_LIMIT]);
    if (!row) throw new Error('an aggregate answered no row');
    return presentAnalytics(row);
  });

  endpoints.mount(listDetailedPostings, async ({ db, query }) => {
    const { page = 1, limit = POSTINGS_PAGE_SIZE, search = '', sort_by = 'updatedAt', archived = false } = query;
    const order = query.sort_order === 1 ? 1 : -1;
    const found = await searchPostings(db, { page, limit, search: search.trim(), sort: sort_by, order, archived });
    return {
      postings: found.rows.map(presentDetailedPosting),
      total_pages: Math.ceil(found.total / limit),
      total: found.total,
      total_is_estimate: found.isEstimate,
    };
  });

  endpoints.mount(exportDetailedPostings, ({ db, user, body }) => issueTicket(db, user.id, postingsExport, body));
}
