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
  readonly scheduledFor: string | null;
  readonly expiresInDays: number | null;
}

export interface Upload {
  readonly bytes: Buffer;
  readonly type: string;
}

/** The site's data. It is kept in memory only. */
export class SiteState {
  /** All posts, oldest first. */
  readonly posts: Post[] = [];
  readonly uploads = new Map<string, Upload>();
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

  post(account: Account, post: Pick<Post, 'text' | 'upload' | 'scheduledFor' | 'expiresInDays'>): Post {
    const image = post.upload === null ? undefined : this.uploads.get(post.upload);
    const added = {
      ...post,
      id: String(9_000_001 + this.posts.length),
      accountId: account.id,
      imageSha256: image ? sha256(image.bytes) : null,
    };
    this.posts.push(added);
    return added;
  }
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
