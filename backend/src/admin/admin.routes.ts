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
import type { Hints } from '../database/hints.ts';
import { oneRow } from '../database/statement.ts';
import { notFound } from '../http/errors.ts';
import type { EndpointRouter } from '../http/mountEndpoint.ts';
import { findPage } from '../pages/pages.query.ts';
import { findPause } from '../queue/claimPause.query.ts';
import { findPackStatus } from '../sitePacks/sitePacks.query.ts';
import { mountAdminUsersRoutes } from './adminUsers.routes.ts';
import { changePause, viewUser } from './adminUsers.service.ts';
import { countEvents, listEventRows } from './audit/auditEvents.query.ts';
import { mountAdminCreditsRoutes } from './credits/adminCredits.routes.ts';
import { findPageFacts, listPageEvents } from './pages/pageDiagnosis.query.ts';
import { countTotals, countWork, listTrends, readFailures } from './stats.query.ts';

function mountAuditRoutes(endpoints: EndpointRouter): void {
  endpoints.mount(listAuditEvents, async ({ db, query }) => {
    const { page = 1, limit = AUDIT_PAGE_SIZE, ...filter } = query;
    // One after another, because a search has one connection.
    const rows = await listEventRows(db, { ...filter, page, limit });
    const { total } = await oneRow(countEvents(db, filter));
    return { events: rows.map((row) => ({ ...row, at: row.at.toISOString() })), total };
  });
}

function mountClaimPauseRoutes(endpoints: EndpointRouter, hints: Hints): void {
  endpoints.mountInTransaction(setClaimPause, async ({ db, user, body, afterCommit }) => {
    const sentence = body.sentence?.trim() ?? null;
    const hasChanged = await changePause(db, user.id, sentence);
    if (hasChanged && sentence === null) afterCommit(() => hints.send({ kind: 'claims_resumed' }));
  });
}

function mountAdminPagesRoutes(endpoints: EndpointRouter): void {
  endpoints.mount(diagnosePage, async ({ db, user, params: { guid } }) => {
    const [[page], [facts]] = await Promise.all([findPage(db, [guid]), findPageFacts(db, [guid])]);
    if (!page || !facts) throw notFound('page.not_found', 'There is no such page.');
    await viewUser(db, user.id, facts.owner.telegram_id);
    const { owner, device, refused, pending_count, next, in_flight } = facts;
    return {
      page,
      unlinked_at: facts.unlinked_at?.toISOString() ?? null,
      owner,
      device,
      site_pack: { used: facts.pack_used, wanted: facts.pack_wanted, may_post: facts.pack_may_post },
      refused,
      pending_count,
      next,
      in_flight,
      events: await listPageEvents(db, [guid]),
    };
  });
}

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
