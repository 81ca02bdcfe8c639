import type { PageDiagnosis } from '@flyerdeck/contracts/types';
import type { WaitReason } from '@flyerdeck/contracts/values/queue';
import { formatDateTime } from '../../../lib/formatDate.ts';
import { healthSentence } from '../../../lib/pages.ts';
import { waitSentence } from '../../../lib/postings.ts';

/** Where the sentence for the owner says "your". */
const TO_ADMINS: Partial<Readonly<Record<WaitReason, string>>> = {
  account_deactivated: 'The account of the owner is deactivated.',
  queue_paused: 'The owner has stopped the queue.',
  insufficient_credits: 'The owner has too few credits to pay for this page.',
};

export interface Verdict {
  readonly tone: 'error' | 'warning' | 'info' | 'success';
  readonly sentence: string;
}

/** Why the page posts or does not, the first reason that applies. */
export function verdictOf({ page, unlinked_at, device, in_flight, site_pack, next }: PageDiagnosis): Verdict {
  if (unlinked_at) return { tone: 'error', sentence: `The page is unlinked since ${formatDateTime(unlinked_at)}.` };
  if (!device) return { tone: 'error', sentence: 'No browser is linked to the page.' };
  if (in_flight) {
    const { submitting_at, claimed_at, lease_expires_at } = in_flight;
    const sentence = submitting_at
      ? `It has pressed the button at ${formatDateTime(submitting_at)} and has not reported yet.`
      : `It has claimed a posting at ${formatDateTime(claimed_at)}.`;
    return { tone: 'info', sentence: `${sentence} The claim ends at ${formatDateTime(lease_expires_at)}.` };
  }
  if (!next) return { tone: 'info', sentence: 'Nothing is queued for the page.' };
  if (next.wait_reason === 'site_changed') return { tone: 'warning', sentence: healthSentence(page) };
  if (next.wait_reason)
    return {
      tone: 'warning',
      sentence: TO_ADMINS[next.wait_reason] ?? waitSentence(next.wait_reason, next.wait_until),
    };
  if (!site_pack.may_post)
    return {
      tone: 'warning',
      sentence: `Site pack ${site_pack.used} is not published for it any more: it gets nothing until its extension has asked for its pack.`,
    };
  return { tone: 'success', sentence: 'Nothing holds the page back: its next poll gets the next posting.' };
}
