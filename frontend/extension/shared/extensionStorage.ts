import type { SitePack } from '@flyerdeck/contracts/sitePack';
import type { ClaimedPosting, StructureReportBody } from '@flyerdeck/contracts/types';
import type { PressOutcome, Problem, SitePage } from '../sites/site.ts';
import type { Recording } from './recordTypes.ts';

/** With `not_pressed` nothing was posted. */
export type Outcome = PressOutcome | { readonly kind: 'not_pressed'; readonly problem: Problem };

/** Holds the secret, so it is never sent to a content script. */
export interface Device {
  readonly secret: string;
  readonly linkingToken: string;
  readonly tokenExpiresAt: string;
  readonly page: SitePage;
  readonly isLinked: boolean;
}

export type Posting = ClaimedPosting & { readonly claimedAt: string };

/** As the server takes it. */
export type Report =
  | { readonly kind: 'posted'; readonly posted_at: string; readonly external_post_id?: string | undefined }
  | {
      readonly kind: 'failed';
      readonly message: string;
      readonly code: string;
      readonly retry_after_seconds?: number | undefined;
      readonly other_creator_id?: string;
    };

/** Written before it begins. From `pressing` on only the content script knows whether the button was pressed. */
type JobStep = 'claimed' | 'submitting' | 'pressing' | 'reporting';

export interface Job {
  readonly posting: Posting;
  readonly step: JobStep;
  readonly tabId: number | null;
  readonly report: Report | null;
}

export interface Status {
  readonly lastContactAt: string | null;
  readonly latestVersion: string | null;
  readonly problem: string | null;
  readonly waitingFor: string | null;
}

export interface PackState {
  /** Null: none is published yet. */
  readonly pack: SitePack | null;
  readonly nextProbeMs: number;
  /** One slow load does not count: it is probed again before `problem` is set. */
  readonly missedAtMs: number | null;
  readonly problem: Problem | null;
  /** In a row, each posting once. */
  readonly failedPostings: readonly string[];
  /** It counts (`isSure`) from the second time on. */
  readonly refused: {
    readonly version: number;
    readonly atMs: number;
    readonly isSure: boolean;
    readonly missing: readonly string[];
  } | null;
}

interface Stored {
  recording: Recording;
  device: Device;
  job: Job;
  /** Not part of the job, because another message handler writes it. */
  outcome: { readonly postingId: string; readonly outcome: Outcome };
  status: Status;
  sitePack: PackState;
  clockOffsetMs: number;
  structureReports: readonly StructureReportBody[];
  feedCheck: {
    /** Null: after the next posting. */
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
