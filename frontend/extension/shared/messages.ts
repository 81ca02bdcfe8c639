import type { PressOutcome, SiteCounts, SitePage } from '../sites/site.ts';
import type { Problem } from './SiteProblem.ts';

/** What a content script is given of a flyer: nothing that could speak for the device. */
export interface PostToPrepare {
  readonly postingId: string;
  readonly text: string;
  /** Messages carry JSON only. */
  readonly image: { readonly base64: string; readonly type: string } | null;
  readonly scheduledFor: string | null;
  /** The account that it is meant for. */
  readonly creatorId: string;
}

export type ToContent =
  | { readonly kind: 'look' }
  | { readonly kind: 'prepare'; readonly post: PostToPrepare }
  | { readonly kind: 'press'; readonly postingId: string }
  | { readonly kind: 'recall'; readonly postingId: string };

/** Null where something kept it from the answer. */
export interface Look {
  /** When the document began, by the clock of this machine: tells a fresh one from the one before. */
  readonly startedAtMs: number;
  readonly path: string;
  readonly isLoggedIn: boolean;
  readonly page: SitePage | null;
  readonly counts: SiteCounts | null;
  readonly problem: Problem | null;
}

export type Prepared = { readonly problem: Problem | null };

/** What came of a press; `not_pressed` is sure, and so nothing was posted. */
export type Outcome = PressOutcome | { readonly kind: 'not_pressed'; readonly problem: Problem };

export type Recalled =
  | { readonly state: 'unheard' | 'pressing' }
  | { readonly state: 'done'; readonly outcome: Outcome };

export interface AnswerTo {
  look: Look;
  prepare: Prepared;
  press: { readonly isHeard: boolean };
  recall: Recalled;
}

/** The only thing that a content script says by itself. */
export interface OutcomeMessage {
  readonly kind: 'outcome';
  readonly postingId: string;
  readonly outcome: Outcome;
}

export type FromPopup =
  | { readonly kind: 'state' }
  | { readonly kind: 'link'; readonly page: SitePage }
  | { readonly kind: 'poll' };

/** What the popup shows; the device's secret is not among it. */
export interface PopupState {
  readonly device: {
    readonly page: SitePage;
    readonly isLinked: boolean;
    readonly linkingToken: string;
    readonly tokenExpiresAt: string;
  } | null;
  readonly job: { readonly text: string; readonly step: string } | null;
  readonly lastPolledAt: string | null;
  readonly latestVersion: string | null;
  /** In words. */
  readonly trouble: string | null;
  readonly waitingFor: string | null;
}
