import type { RefusalKind } from '@flyerdeck/contracts/sitePack';

export interface SitePage {
  /** The site's id of the account. */
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

/** A post. It expires after a day, if the site can do that. */
export interface NewPost {
  /** The site's id of the account to post as. */
  readonly creatorId: string;
  readonly text: string;
  readonly image: File | null;
  /** For the site's scheduler, in the browser's time zone. Null: post at once. */
  readonly scheduledFor: Date | null;
}

/** The site's response to the press. */
export type PressOutcome =
  | {
      readonly kind: 'posted';
      readonly externalPostId: string | null;
      /** The form still holds the post and can be sent: the message may be about another post. */
      readonly isFormKept?: true;
    }
  /** The site pack names this answer as a refusal of this very post. */
  | {
      readonly kind: 'refused';
      readonly refusal: RefusalKind;
      readonly message: string;
      /** With `rate_limited`: when the page may post again. */
      readonly retryAfterSeconds: number | null;
    }
  /** After the press the site acts for another account: the post may be live there. */
  | { readonly kind: 'wrong_account'; readonly creatorId: string; readonly username: string | null }
  /** No response in time, or any other one: the post may be live. */
  | { readonly kind: 'unknown' };

/** A new post that is filled in and checked. */
export interface PreparedPost {
  /** Presses the button. Works once. Throws SiteProblem when the button was not pressed. Nothing else is pressed after `beforeMs`. */
  press(beforeMs: number): Promise<PressOutcome>;
}
