import { diagnosePage } from '@flyerdeck/contracts';
import { notFound } from '../../http/errors.ts';
import type { EndpointRouter } from '../../http/mountEndpoint.ts';
import { findPage } from '../../pages/pages.query.ts';
import { viewUser } from '../adminUsers.service.ts';
import { findPageFacts, listPageEvents } from './pageDiagnosis.query.ts';

export function mountAdminPagesRoutes(endpoints: EndpointRouter): void {
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
