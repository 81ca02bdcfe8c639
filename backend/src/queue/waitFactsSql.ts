import { PAGE_ACTIVE_MINUTES } from '@flyerdeck/contracts';

/** A page is Active if its last poll is recent. The database's clock is used, because it also wrote the time of the poll. */
export const pageIsActiveSql = (lastPolledAt: string) =>
  `coalesce(${lastPolledAt} > now() - interval '${PAGE_ACTIVE_MINUTES} minutes', false)`;

/** Whether admins have paused claiming for everybody. The claim decides again (claims_paused.sql). */
export const CLAIMS_PAUSED = 'EXISTS (SELECT FROM claim_pause WHERE sentence IS NOT NULL)';

/** `WaitFacts` and `WaitTimes` of a posting: of the page `g`, its owner `u` and its claim `f`. */
export const waitFactsSql = (
  pauseReason: string,
) => `u.is_active AS owner_active, u.is_posting_active AS switch_on, ${CLAIMS_PAUSED} AS claims_paused, ${pauseReason} AS pause_reason,
     ${pageIsActiveSql('g.last_polled_at')} AS page_active, g.health AS page_health,
     coalesce(g.limited_until > now(), false) AS page_limited, g.limited_until,
     coalesce(NOT g.has_scheduler AND g.next_due_at > now(), false) AS page_not_due, g.next_due_at,
     CASE WHEN g.paused_until > now() THEN CASE g.refusal_kind WHEN 'rate_limited' THEN 'rate_limited' ELSE 'site_refusals' END END AS page_pause,
     g.paused_until,
     f.page_guid IS NOT NULL AS page_busy`;
