import type { DeviceHealth, WaitReason } from '@flyerdeck/contracts';
import type { PauseReason } from './pauseReason.ts';

/** The columns that decide why a posting waits. */
export type WaitFacts = {
  owner_active: boolean;
  switch_on: boolean;
  /** Admins have paused claiming for everybody. */
  claims_paused: boolean;
  pause_reason: PauseReason | null;
  page_active: boolean;
  page_health: DeviceHealth;
  /** The page's limits allow no post before limited_until. */
  page_limited: boolean;
  /** The page's site has no scheduler, and no posting is due before next_due_at. */
  page_not_due: boolean;
  /** The page is paused until paused_until, because the creator site has refused posts. */
  page_pause: 'rate_limited' | 'site_refusals' | null;
  /** Another posting is in flight on the page. */
  page_busy: boolean;
};

/** The times that some of the reasons end at. */
export type WaitTimes = {
  limited_until: Date | null;
  next_due_at: Date | null;
  paused_until: Date | null;
};

/** When a posting that waits for this reason may be posted, if that is known. */
export function waitUntil(reason: WaitReason | null, times: WaitTimes): string | null {
  const untils: Partial<Record<WaitReason, Date | null>> = {
    not_due: times.next_due_at,
    page_limit: times.limited_until,
    rate_limited: times.paused_until,
    site_refusals: times.paused_until,
  };
  return (reason && untils[reason]?.toISOString()) || null;
}

/** Why a pending posting waits. Null if it can be claimed next. If several reasons apply, the first in this order is returned. */
export function waitReason(facts: WaitFacts): WaitReason | null {
  if (!facts.owner_active) return 'account_deactivated';
  if (!facts.switch_on) return 'queue_paused';
  if (facts.claims_paused) return 'claims_paused';
  if (facts.pause_reason === 'insufficient_credits') return 'insufficient_credits';
  if (facts.pause_reason === 'user') return 'assistant_paused';
  if (facts.pause_reason === 'queueing') return 'being_queued';
  if (!facts.page_active) return 'page_offline';
  if (facts.page_health !== 'ok') return facts.page_health;
  if (facts.page_pause) return facts.page_pause;
  if (facts.page_not_due) return 'not_due';
  if (facts.page_limited) return 'page_limit';
  if (facts.page_busy) return 'busy';
  return null;
}
