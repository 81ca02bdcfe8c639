import {
  AUDIT_PAGE_SIZE,
  diagnosePage,
  getFailureReport,
  getStats,
  getTrends,
  listAuditEvents,
  setClaimPause,
  TRENDS_DAYS,
} from '@flyerdeck/contracts';
import type { AppContext } from '../context.ts';
import { oneRow } from '../database/statement.ts';
import { findPage } from '../pages/pages.query.ts';
import { findPackStatus } from '../pages/sitePacks/sitePacks.query.ts';
import { findPause } from '../postings/claim/claimPause.query.ts';
import { notFound } from '../server/http/errors.ts';
import type { EndpointRouter } from '../server/http/mountEndpoint.ts';
import { mountAdminUsersRoutes } from './adminUsers.routes.ts';
import { changePause, viewUser } from './adminUsers.service.ts';
import { countEvents, listEventRows } from './audit/auditEvents.query.ts';
import { mountAdminCreditsRoutes } from './credits/adminCredits.routes.ts';
import { findPageFacts, listPageEvents } from './pages/pageDiagnosis.query.ts';
import { countTotals, countWork, listTrends, readFailures } from './stats.query.ts';

export function mountAdminRoutes(endpoints: EndpointRouter, app: AppContext): void {
  const { hints } = app;
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
  mountAdminCreditsRoutes(endpoints, app);

  endpoints.mount(listAuditEvents, async ({ db, query }) => {
    const { page = 1, limit = AUDIT_PAGE_SIZE, ...filter } = query;
    // One after another, because a search has one connection.
    const rows = await listEventRows(db, { ...filter, page, limit });
    const { total } = await oneRow(countEvents(db, filter));
    return { events: rows.map((row) => ({ ...row, at: row.at.toISOString() })), total };
  });

  endpoints.mountInTransaction(setClaimPause, async ({ db, user, body, afterCommit }) => {
    const sentence = body.sentence?.trim() ?? null;
    const hasChanged = await changePause(db, user.id, sentence);
    if (hasChanged && sentence === null) afterCommit(() => hints.send({ kind: 'claims_resumed' }));
  });

  endpoints.mount(diagnosePage, async ({ db, user, params: { guid } }) => {
    const [[page], [facts]] = await Promise.all([findPage(db, [guid]), findPageFacts(db, [guid])]);
    if (!page || !facts) throw notFound('page.not_found', 'There is no such page.');
    await viewUser(db, user.id, facts.owner.telegram_id);
    return { page, ...facts, events: await listPageEvents(db, [guid]) };
  });
}
