import type { SitePack } from '@flyerdeck/contracts/sitePack';
import type { FeedCheck, FeedVerdict, KnownPost } from '@flyerdeck/contracts/types';
import type { Account } from '../sites/readAccount.ts';
import type { Problem, SiteCounts, SitePage } from '../sites/site.ts';
import type { Outcome, Status } from './extensionStorage.ts';

/** Without the device's secret and the claim token. */
export interface PostToPrepare {
  readonly postingId: string;
  readonly text: string;
  readonly image: { readonly base64: string; readonly type: string } | null;
  readonly scheduledFor: string | null;
  readonly creatorId: string;
}

export type ToContent =
  | { readonly kind: 'site_state'; readonly pack: SitePack; readonly isWorkTab: boolean }
  | { readonly kind: 'prepare'; readonly post: PostToPrepare; readonly pack: SitePack }
  | { readonly kind: 'press'; readonly postingId: string; readonly beforeMs: number }
  | { readonly kind: 'recall'; readonly postingId: string }
  | { readonly kind: 'posted_here'; readonly postingId: string; readonly pack: SitePack }
  | {
      readonly kind: 'feed';
      readonly pack: SitePack;
      readonly username: string;
      readonly creatorId: string;
      readonly checks: readonly FeedCheck[];
      readonly knownPosts: readonly KnownPost[];
    }
  | { readonly kind: 'probe'; readonly pack: SitePack };

export interface SiteState {
  /** By this machine's clock: tells a reloaded document from the one before. */
  readonly startedAtMs: number;
  readonly isLoggedIn: boolean;
  readonly page: SitePage | null;
  readonly counts: SiteCounts | null;
  readonly problem: Problem | null;
  /** The site needs trusted clicks, and no runner gives them. */
  readonly lacksRunner: boolean;
}

export interface Prepared {
  readonly problem: Problem | null;
  /** Without texts and values. Null without the problem `site_changed`. */
  readonly structure: string | null;
}

/** `unknown`: this document does not have the post. `not_pressed`: it had the post, and will not press it. */
export type Recalled =
  | { readonly state: 'unknown' | 'not_pressed' | 'pressing' }
  | { readonly state: 'done'; readonly outcome: Outcome };

export interface AnswerTo {
  site_state: SiteState;
  prepare: Prepared;
  press: { readonly willPress: boolean };
  recall: Recalled;
  /** `isPressedHere`: the page is the one whose button was pressed. `account`: whose page another one is. */
  posted_here: {
    readonly isPressedHere: boolean;
    readonly externalPostId: string | null;
    readonly account: Account | null;
  };
  feed: {
    readonly isReadable: boolean;
    readonly verdicts: FeedVerdict[];
  };
  probe: Prepared;
}

export interface OutcomeMessage {
  readonly kind: 'outcome';
  readonly postingId: string;
  readonly outcome: Outcome;
}

export type FromPopup =
  | { readonly kind: 'state' }
  | { readonly kind: 'link'; readonly page: SitePage }
  | { readonly kind: 'poll' }
  /** Fails with a sentence if the pack cannot be used. */
  | { readonly kind: 'pack' };

export interface PopupState extends Status {
  readonly device: {
    readonly page: SitePage;
    readonly isLinked: boolean;
    readonly linkingToken: string;
  } | null;
  readonly job: { readonly text: string; readonly step: string } | null;
  readonly sitePack: {
    readonly version: number;
    readonly problem: string | null;
    readonly refused: string | null;
  } | null;
}

export interface TestPack {
  readonly kind: 'test_pack';
  readonly pack: SitePack;
}

export interface TestResult {
  readonly problem: string | null;
  readonly step: number | null;
}

const CHUNK_BYTES = 0x8000;

export async function imageOf(blob: Blob): Promise<NonNullable<PostToPrepare['image']>> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let binary = '';
  // In chunks: spreading a large image into arguments would overflow the stack.
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
    binary += String.fromCharCode(...bytes.subarray(start, start + CHUNK_BYTES));
  }
  return { base64: btoa(binary), type: blob.type.split(';')[0] || 'image/jpeg' };
}

export const fromBase64 = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
