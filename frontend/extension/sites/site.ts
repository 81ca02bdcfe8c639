import type { DeviceProblem } from '@flyerdeck/contracts/extension.values';
import type { PagePauseKind } from '@flyerdeck/contracts/pages.values';
import type { PollBody } from '@flyerdeck/contracts/types';

/** `refused`, `text_not_taken`, `no_scheduler` and the kinds of refusals: only this post failed. `not_pressed`: it may be tried again. */
type ProblemCode = DeviceProblem | 'refused' | 'not_pressed' | 'text_not_taken' | 'no_scheduler' | PagePauseKind;

export interface Problem {
  readonly code: ProblemCode;
  readonly message: string;
  readonly missing?: readonly string[];
}

export class SiteProblem extends Error implements Problem {
  constructor(
    readonly code: ProblemCode,
    message: string,
    readonly missing: readonly string[] = [],
  ) {
    super(message);
    this.name = 'SiteProblem';
  }
}

export const needsRunner = (): SiteProblem =>
  new SiteProblem(
    'site_changed',
    'The creator site accepts only real clicks and keys, which only a runner can make. Nothing is posted.',
  );

export const loggedOut = (): SiteProblem =>
  new SiteProblem('logged_out', 'The creator site asks to log in. Log in again in this browser.');

export const siteChanged = (what: string, ...missing: string[]): SiteProblem =>
  new SiteProblem('site_changed', `${what} was not found: the site may have changed.`, missing);

export interface SitePage {
  readonly creatorId: string;
  readonly name: string;
  readonly username: string;
  readonly avatarUrl: string | null;
}

export type SiteCounts = NonNullable<PollBody['counts']>;

export interface NewPost {
  readonly creatorId: string;
  readonly text: string;
  readonly image: File | null;
  /** In the browser's time zone. Null: post at once. */
  readonly scheduledFor: Date | null;
}

export type PressOutcome =
  | {
      readonly kind: 'posted';
      readonly externalPostId: string | null;
      /** The form still holds the post and can be sent: the message may be about another post. */
      readonly isFormKept?: true;
    }
  | {
      readonly kind: 'refused';
      readonly refusal: PagePauseKind;
      readonly message: string;
      readonly retryAfterSeconds: number | null;
    }
  /** After the press the site acts for another account: the post may be live there. */
  | { readonly kind: 'wrong_account'; readonly creatorId: string; readonly username: string | null }
  /** No response in time, or any other one: the post may be live. */
  | { readonly kind: 'unknown' };

export interface PreparedPost {
  /** Works once. Throws SiteProblem when the button was not pressed. Nothing else is pressed after `beforeMs`. */
  press(beforeMs: number): Promise<PressOutcome>;
}
