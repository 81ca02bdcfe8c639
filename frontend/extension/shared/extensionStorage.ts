import type { SitePack } from '@flyerdeck/contracts/sitePack';
import type { StructureReportBody } from '@flyerdeck/contracts/types';
import type { Problem } from '../sites/SiteProblem.ts';
import type { PressOutcome, SitePage } from '../sites/site.ts';
import type { Recording } from './recordTypes.ts';

/** The result of a press. With `not_pressed` nothing was posted. */
export type Outcome = PressOutcome | { readonly kind: 'not_pressed'; readonly problem: Problem };

/** A link of this browser to a page. Holds the secret, so it is never sent to a content script. */
export interface Device {
  readonly secret: string;
  readonly linkingToken: string;
  readonly tokenExpiresAt: string;
  readonly page: SitePage;
  readonly isLinked: boolean;
}

export interface Posting {
  readonly id: string;
  readonly claimToken: string;
  readonly text: string;
  readonly imageUrl: string | null;
  readonly scheduledFor: string | null;
  readonly claimedAt: string;
  readonly leaseExpiresAt: string;
}

export type Report =
  | { readonly kind: 'posted'; readonly externalPostId: string | null; readonly postedAt: string }
  | {
      readonly kind: 'failed';
      readonly message: string;
      readonly code: string;
      /** With `rate_limited`. */
      readonly retryAfterSeconds?: number | null;
      /** With `account_changed`: the account that the site showed after the press. */
      readonly otherCreatorId?: string;
    };

/**
 * The step of a posting, written before it begins, so that a restarted worker knows what may have happened.
 * Before `pressing` nothing can be live. From then on only the content script knows whether the button was pressed.
 */
type JobStep = 'claimed' | 'submitting' | 'pressing' | 'reporting';

export interface Job {
  readonly posting: Posting;
  readonly step: JobStep;
  readonly tabId: number | null;
  /** With the step `reporting`. */
  readonly report: Report | null;
}

export interface Status {
  readonly lastContactAt: string | null;
  readonly latestVersion: string | null;
  /** A sentence for the user; null when nothing is wrong. */
  readonly problem: string | null;
  readonly waitingFor: string | null;
}

/** The site pack in use, and how it fits the site. */
export interface PackState {
  /** Null: none is published yet. */
  readonly pack: SitePack | null;
  /** When to probe it next. */
  readonly nextProbeMs: number;
  /** When it did not fit the site for the first time. One slow load does not count: it is probed again before `problem` is set. */
  readonly missedAtMs: number | null;
  /** Why it does not fit the site; null when it fits. */
  readonly problem: Problem | null;
  /** Postings in a row for which an element was not found. A second try of the same one is no news. */
  readonly failedPostings: readonly string[];
  /** A published pack that did not fit the site when it was last tried. It counts (`isSure`) from the second time on. */
  readonly refused: {
    readonly version: number;
    readonly atMs: number;
    readonly isSure: boolean;
    readonly missing: readonly string[];
  } | null;
}

interface Stored {
  /** Of a post made by hand, in progress. */
  recording: Recording;
  device: Device;
  job: Job;
  /** Not part of the job, because another message handler writes it. */
  outcome: { readonly postingId: string; readonly outcome: Outcome };
  status: Status;
  sitePack: PackState;
  clockOffsetMs: number;
  /** Not sent yet. */
  structureReports: readonly StructureReportBody[];
  feedCheck: {
    /** When the server wants to know again what the feed shows. Null: after the next posting. */
    readonly dueAtMs: number | null;
  };
}

/** Content scripts run in the creator site's pages: they lose access to the storage before anything is written. */
const sealed = chrome.storage.local.setAccessLevel({ accessLevel: 'TRUSTED_CONTEXTS' });

export async function read<K extends keyof Stored>(key: K): Promise<Stored[K] | null> {
  const found = await chrome.storage.local.get(key);
  return (found[key] as Stored[K] | undefined) ?? null;
}

export async function write<K extends keyof Stored>(key: K, value: Stored[K]): Promise<void> {
  await sealed;
  await chrome.storage.local.set({ [key]: value });
}

export const forget = (...keys: (keyof Stored)[]): Promise<void> => chrome.storage.local.remove(keys);

export const NO_STATUS: Status = { lastContactAt: null, latestVersion: null, problem: null, waitingFor: null };

export async function note(changes: Partial<Status>): Promise<void> {
  await write('status', { ...((await read('status')) ?? NO_STATUS), ...changes });
}

/** The content script's result of a posting, or null after `timeoutMs`. */
export function outcomeOf(postingId: string, timeoutMs: number): Promise<Outcome | null> {
  return new Promise((resolve) => {
    const end = (outcome: Outcome | null) => {
      chrome.storage.local.onChanged.removeListener(look);
      clearTimeout(timer);
      resolve(outcome);
    };
    const look = () => void read('outcome').then((stored) => stored?.postingId === postingId && end(stored.outcome));
    const timer = setTimeout(() => end(null), timeoutMs);
    chrome.storage.local.onChanged.addListener(look);
    look();
  });
}
