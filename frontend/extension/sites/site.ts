export interface SitePage {
  /** The site's own id of the account. */
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
  readonly text: string;
  readonly image: File | null;
  /** For the site's own scheduler, in the browser's time zone; null posts at once. */
  readonly scheduledFor: Date | null;
  readonly expiresInDays: 1;
}

/** What the site said after the button was pressed. */
export type PressOutcome =
  | { readonly kind: 'posted'; readonly externalPostId: string | null }
  | { readonly kind: 'refused'; readonly message: string }
  /** It said nothing in time, or nothing that we understand: the post may be live. */
  | { readonly kind: 'unknown' };

/** A new post, filled in and looked over, with nothing left to do but to press the button. */
export interface PreparedPost {
  /** Works once. Throws SiteProblem when the button was not pressed. */
  press(): Promise<PressOutcome>;
}

/** One creator site, seen from a content script on one of its pages. Every call may throw SiteProblem. */
export interface Site {
  readonly newPostPath: string;
  isLoggedIn(): Promise<boolean>;
  readPage(): Promise<SitePage>;
  readCounts(): SiteCounts;
  /** On the site's new-post page: fills the form in. */
  createPost(post: NewPost): Promise<PreparedPost>;
}
