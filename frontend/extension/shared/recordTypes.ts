import type { SitePack, SitePackWays } from '@flyerdeck/contracts/sitePack';

export interface SeenElement {
  readonly ways: SitePackWays;
  readonly name: string;
  readonly language: string;
  /** An address of data. */
  readonly picture: string | null;
}

/** `isNew`: nothing like it was shown before the press before. */
export type Recorded = {
  readonly element: SeenElement;
  readonly isNew: boolean;
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

export interface Said {
  readonly ways: SitePackWays;
  readonly text: string;
}

export interface PickedAccount {
  readonly kind: 'account';
  readonly account: Pick<SitePack['account'], 'username' | 'profile' | 'path' | 'field' | 'id'>;
  readonly username: string;
  readonly address: string;
}

/** What was not found is null. */
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

export interface Recording {
  readonly steps: readonly Recorded[];
  /** The step that sends the post. Null: the first whose name says so. */
  readonly press: number | null;
  readonly said: readonly Said[];
  readonly account: PickedAccount | null;
  readonly post: PickedPost | null;
}

export type ToPage =
  | { readonly mode: 'off' }
  | { readonly mode: 'record' }
  | { readonly mode: 'pick_account' }
  | { readonly mode: 'pick_post'; readonly text: string };

export type FromPage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'did'; readonly what: Recorded }
  | { readonly kind: 'image'; readonly ways: SitePackWays; readonly isMoved: boolean }
  | { readonly kind: 'said'; readonly messages: readonly Said[] }
  | PickedAccount
  | PickedPost;
