import type { TaskPosting } from '@flyerdeck/contracts/types';
import type { WaitReason } from '@flyerdeck/contracts/values/queue';
import { counted } from '../../lib/numbers.ts';

type Words = string | ((pages: number) => string);

/** A reason that applies to all pages is a text without a count. */
const WORDS: Readonly<Record<WaitReason | 'next', Words>> = {
  account_deactivated: 'the account is deactivated',
  queue_paused: 'the queue is paused',
  claims_paused: 'posting is paused for everybody',
  assistant_paused: 'the assistant is paused',
  being_queued: 'the assistant is being added to the queue',
  insufficient_credits: (pages) => `${counted(pages, 'page')} short of credits`,
  page_offline: (pages) => `${counted(pages, 'page')} offline`,
  logged_out: (pages) => `${counted(pages, 'page')} logged out`,
  wrong_account: (pages) => `${counted(pages, 'page')} logged in with another account`,
  no_tab: (pages) => `${counted(pages, 'page')} without a tab`,
  site_failing: (pages) => `${counted(pages, 'page')} whose site does not answer`,
  site_changed: (pages) => `${counted(pages, 'page')} that the site pack does not fit`,
  no_site_pack: (pages) => `${counted(pages, 'page')} without a site pack`,
  rate_limited: (pages) => `${counted(pages, 'page')} that the site asks to wait`,
  site_refusals: (pages) => `${counted(pages, 'page')} paused after refusals`,
  not_due: (pages) => `${counted(pages, 'page')} whose next post is not due`,
  page_limit: (pages) => `${counted(pages, 'page')} at its posting limits`,
  busy: (pages) => `${counted(pages, 'page')} busy`,
  next: (pages) => `${counted(pages, 'page')} next in the queue`,
};
const ORDER = Object.keys(WORDS) as (keyof typeof WORDS)[];

/** The wait reasons of a task's pending postings: 'Waiting: 2 pages offline, 1 page busy'. */
export function waitSummary(postings: readonly TaskPosting[]): string | null {
  const pagesByReason = new Map<keyof typeof WORDS, Set<string>>();
  for (const { status, wait_reason, guid } of postings) {
    if (status !== 'pending') continue;
    const reason = wait_reason ?? 'next';
    // A repeat is for the same page as its original, so pages are counted once.
    pagesByReason.set(reason, (pagesByReason.get(reason) ?? new Set()).add(guid));
  }
  const parts = ORDER.flatMap((reason) => {
    const pages = pagesByReason.get(reason)?.size ?? 0;
    const words = WORDS[reason];
    if (pages === 0) return [];
    return typeof words === 'string' ? words : words(pages);
  });
  return parts.length > 0 ? `Waiting: ${parts.join(', ')}` : null;
}
