import type { SitePack, SitePackWays } from '@flyerdeck/contracts/sitePack';

/** An element that a person has used, with ways to find it again. */
export interface SeenElement {
  readonly ways: SitePackWays;
  readonly name: string;
  /** Of the page, for its names. */
  readonly language: string;
  /** An address of data. Null: it has none. */
  readonly picture: string | null;
}

/** What a person has done. `isNew`: nothing like it was shown before the press before. */
export type Recorded = {
  readonly element: SeenElement;
  readonly isNew: boolean;
  /** Path, query and hash of the page. */
  readonly address: string;
} /** `isOfImage`: in the dialog in which the image was added. `isLate`: shown only since something was written. */ & (
  | { readonly kind: 'press'; readonly isOfImage?: boolean; readonly isLate?: boolean }
  | {
      readonly kind: 'fill';
      readonly text: string;
      readonly isLine: boolean;
      readonly shown: SitePackWays | null;
      readonly takesHtml?: boolean;
    }
  /** `shown`: where the image is shown in the end, if it left the place where it was first. */
  | {
      readonly kind: 'attach';
      readonly isPlainField: boolean;
      readonly image: SitePackWays | null;
      readonly shown?: SitePackWays;
    }
  | { readonly kind: 'choose'; readonly option: string }
  | { readonly kind: 'time'; readonly form: string | null }
);

/** A message that appeared after the press. */
export interface Said {
  readonly ways: SitePackWays;
  readonly text: string;
}

/** The account, from a click on its name. */
export interface PickedAccount {
  readonly kind: 'account';
  readonly account: Pick<SitePack['account'], 'username' | 'profile' | 'path' | 'field' | 'id'>;
  readonly username: string;
  readonly address: string;
}

/** The feed, from a click on a post in it. What was not found is null. */
export interface PickedPost {
  readonly kind: 'post';
  readonly post: SitePackWays | null;
  readonly text: SitePackWays | null;
  readonly time: SitePackWays | null;
  readonly link: SitePackWays | null;
  readonly image: SitePackWays | null;
  readonly form: string | null;
  readonly address: string;
}

/** What a recording knows of a post. */
export interface Recording {
  readonly steps: readonly Recorded[];
  /** The step that sends the post. Null: the first whose name says so. */
  readonly press: number | null;
  readonly said: readonly Said[];
  readonly account: PickedAccount | null;
  readonly post: PickedPost | null;
}

/** What the window tells the page. `text` is the flyer's, with which the post is known. */
export type ToPage =
  | { readonly mode: 'off' }
  | { readonly mode: 'record' }
  | { readonly mode: 'pick_account' }
  | { readonly mode: 'pick_post'; readonly text: string };

export type FromPage =
  /** The page does what it was told to do. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'did'; readonly what: Recorded }
  | { readonly kind: 'image'; readonly ways: SitePackWays; readonly isMoved: boolean }
  | { readonly kind: 'said'; readonly messages: readonly Said[] }
  | PickedAccount
  | PickedPost;
