import { getStats, getTrends, TRENDS_DAYS } from '@flyerdeck/contracts';
import type { EndpointRouter } from '../http/mountEndpoint.ts';
import { mountAdminPostingsRoutes } from '../postings/adminPostings.routes.ts';
import { mountAdminCreditsRoutes } from './adminCredits.routes.ts';
import { mountAdminUsersRoutes } from './adminUsers.routes.ts';
import { presentStats } from './stats.presenter.ts';
import { countTotals, countWork } from './stats.query.ts';
import { presentTrendDay } from './trends.presenter.ts';
import { listTrendRows } from './trends.query.ts';

/** Every call of the admin area. */
export function mountAdminRoutes(endpoints: EndpointRouter): void {
  endpoints.mount(getStats, async ({ db }) => {
    const [[totals], [work]] = await Promise.all([countTotals(db, []), countWork(db, [])]);
    if (!totals || !work) throw new Error('an aggregate answered no row');
    return presentStats({ totals, ...work });
  });

  endpoints.mount(getTrends, async ({ db, query }) => ({
    days: (await listTrendRows(db, [query.days ?? TRENDS_DAYS])).map(presentTrendDay),
  }));

  mountAdminUsersRoutes(endpoints);
  mountAdminCreditsRoutes(endpoints);
  mountAdminPostingsRoutes(endpoints);
}
