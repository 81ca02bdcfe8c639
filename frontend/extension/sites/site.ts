import type { RefusalKind } from '@flyerdeck/contracts/sitePack';

export interface SitePage {
  readonly creatorId: string;
  readonly name: string;
  readonly username: string;
  readonly avatarUrl: string | null;
}

export interface SiteCounts {
  readonly home: number;
  readonly notifications: number;
  readonly messages: number;
}

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
      readonly refusal: RefusalKind;
      readonly message: string;
      /** With `rate_limited`. */
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
