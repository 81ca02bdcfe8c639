import { getFailureReport, getStats, getTrends, TRENDS_DAYS } from '@flyerdeck/contracts';
import type { AppContext } from '../context.ts';
import { oneRow } from '../database/statement.ts';
import type { EndpointRouter } from '../http/mountEndpoint.ts';
import { findPause } from '../queue/claimPause.query.ts';
import { findPackStatus } from '../sitePacks/sitePacks.query.ts';
import { mountAdminUsersRoutes } from './adminUsers.routes.ts';
import { mountAuditRoutes } from './audit/audit.routes.ts';
import { mountClaimPauseRoutes } from './claimPause.ts';
import { mountAdminCreditsRoutes } from './credits/adminCredits.routes.ts';
import { readFailures } from './failures.query.ts';
import { mountAdminPagesRoutes } from './pages/adminPages.routes.ts';
import { countTotals, countWork } from './stats.query.ts';
import { listTrends } from './trends.query.ts';

/** The routes of the admin area. */
export function mountAdminRoutes(endpoints: EndpointRouter, { hints }: AppContext): void {
  endpoints.mount(getStats, async ({ db }) => {
    // One after another, because a search has one connection.
    const totals = await oneRow(countTotals(db, []));
    const work = await oneRow(countWork(db, []));
    return {
      ...totals,
      ...work,
      site_pack: await oneRow(findPackStatus(db, [])),
      claim_pause: (await findPause(db, []))[0] ?? null,
    };
  });
  endpoints.mount(getTrends, async ({ db, query }) => ({ days: await listTrends(db, [query.days ?? TRENDS_DAYS]) }));
  endpoints.mount(getFailureReport, ({ db, query: { by, days } }) =>
    oneRow(readFailures[by](db, days === 1 ? ['1 hour', 24] : ['1 day', days])),
  );
  mountAdminUsersRoutes(endpoints, hints);
  mountAdminCreditsRoutes(endpoints, hints);
  mountAdminPagesRoutes(endpoints);
  mountAuditRoutes(endpoints);
  mountClaimPauseRoutes(endpoints, hints);
}
