import type { DeviceHealth, WaitReason } from '@flyerdeck/contracts';

export interface WaitFacts {
  readonly ownerActive: boolean;
  readonly switchOn: boolean;
  readonly pauseReason: 'user' | 'insufficient_credits' | null;
  readonly pageActive: boolean;
  readonly pageHealth: DeviceHealth;
  /** Another posting is in flight on the page. */
  readonly pageBusy: boolean;
}

/** Why a waiting posting waits; null when it is simply its turn next. The first that applies is the one to mend first. */
export function waitReason(facts: WaitFacts): WaitReason | null {
  if (!facts.ownerActive) return 'account_deactivated';
  if (!facts.switchOn) return 'queue_paused';
  if (facts.pauseReason === 'insufficient_credits') return 'insufficient_credits';
  if (facts.pauseReason === 'user') return 'assistant_paused';
  if (!facts.pageActive) return 'page_offline';
  if (facts.pageHealth !== 'ok') return facts.pageHealth;
  if (facts.pageBusy) return 'busy';
  return null;
}
