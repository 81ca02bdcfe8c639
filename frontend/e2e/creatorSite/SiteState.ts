import { createHash, randomBytes } from 'node:crypto';

export interface Account {
  /** The site's id of the account. */
  readonly id: string;
  readonly username: string;
  readonly name: string;
  readonly password: string;
  readonly counts: { readonly home: number; readonly notifications: number; readonly messages: number };
}

export interface Post {
  readonly id: string;
  readonly accountId: string;
  readonly text: string;
  readonly upload: string | null;
  readonly imageSha256: string | null;
  readonly postedAt: string;
  readonly scheduledFor: string | null;
  readonly expiresInDays: number | null;
}

export interface Upload {
  readonly bytes: Buffer;
  readonly type: string;
}

/** What a person can do on the site besides posting. */
export interface OtherAction {
  readonly kind: 'message' | 'payment' | 'deletion' | 'search';
  readonly value: string;
}

const DAY_MS = 86_400_000;

/** The time at which a post appears in the feed. */
export const publishedAt = ({ scheduledFor, postedAt }: Post): string => scheduledFor ?? postedAt;

/** The site's data. It is kept in memory only. */
export class SiteState {
  /** All posts, also the deleted ones, oldest first. */
  readonly posts: Post[] = [];
  readonly uploads = new Map<string, Upload>();
  readonly otherActions: OtherAction[] = [];
  /** The id of the post that comes first in the feed. */
  pinned: string | null = null;
  private readonly deleted = new Set<string>();
  private readonly sessions = new Map<string, Account>();

  constructor(readonly accounts: readonly Account[]) {}

  logIn(username: string, password: string): { session: string; account: Account } | null {
    const account = this.accounts.find((one) => one.username === username && one.password === password);
    if (!account) return null;
    const session = randomBytes(16).toString('hex');
    this.sessions.set(session, account);
    return { session, account };
  }

  accountOf(session: string | undefined): Account | null {
    return (session && this.sessions.get(session)) || null;
  }

  /** Ends all sessions, as sites sometimes do. */
  endAllSessions(): void {
    this.sessions.clear();
  }

  upload(bytes: Buffer, type: string): string {
    const id = randomBytes(8).toString('hex');
    this.uploads.set(id, { bytes, type });
    return id;
  }

  post(
    account: Account,
    post: Pick<Post, 'text' | 'upload' | 'scheduledFor' | 'expiresInDays'> & { readonly postedAt?: string },
  ): Post {
    const image = post.upload === null ? undefined : this.uploads.get(post.upload);
    const added = {
      postedAt: new Date().toISOString(),
      ...post,
      id: String(9_000_001 + this.posts.length),
      accountId: account.id,
      imageSha256: image ? sha256(image.bytes) : null,
    };
    this.posts.push(added);
    return added;
  }

  deletePost(id: string): void {
    this.deleted.add(id);
  }

  /** The posts of an account that it can see itself, oldest first: also the scheduled ones, not the deleted ones. */
  postsOf({ id: accountId }: Account): Post[] {
    return this.posts.filter((post) => post.accountId === accountId && !this.deleted.has(post.id));
  }

  /** The posts of an account that are published, the pinned one first, then newest first. */
  feedOf(account: Account, now = Date.now()): Post[] {
    return this.postsOf(account)
      .filter((post) => {
        const from = Date.parse(publishedAt(post));
        return from <= now && (post.expiresInDays === null || now < from + post.expiresInDays * DAY_MS);
      })
      .reverse()
      .sort((a, b) => publishedAt(b).localeCompare(publishedAt(a)))
      .sort((a, b) => Number(b.id === this.pinned) - Number(a.id === this.pinned));
  }
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
