import { createHash, randomBytes } from 'node:crypto';

export interface Account {
  /** The site's id of the account. */
  readonly id: string;
  readonly username: string;
  readonly name: string;
  readonly password: string;
  readonly counts: { readonly home: number; readonly notifications: number; readonly messages: number };
}

interface Picture {
  readonly bytes: Buffer;
  readonly type: string;
}

/** A post that the site accepted. */
export interface AcceptedPost {
  readonly id: string;
  readonly username: string;
  readonly text: string;
  /** The SHA-256 of each picture. */
  readonly pictures: readonly string[];
  readonly scheduledFor: string | null;
  readonly expiresInDays: number | null;
  readonly postedAt: string;
}

type NewPost = Omit<AcceptedPost, 'id' | 'username' | 'postedAt'>;

const DAY_MS = 86_400_000;

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Accounts with the usernames `creator001`, `creator002` and so on. */
export const accountsOf = (count: number): Account[] =>
  Array.from({ length: count }, (_, index) => {
    const number = String(index + 1).padStart(3, '0');
    return {
      id: String(610_001 + index),
      username: `creator${number}`,
      name: `Creator ${number}`,
      password: `secret-${number}`,
      counts: { home: index % 4, notifications: index % 130, messages: index % 7 },
    };
  });

/** What a site of a test knows: accounts, sessions, pictures and posts. It is kept in memory only. */
export class SiteRecords {
  /** What the site accepted, oldest first, also when it was deleted later. It takes the same post twice. */
  readonly accepted: AcceptedPost[] = [];
  /** By SHA-256. */
  readonly pictures = new Map<string, Picture>();
  /** Posts from before the test. */
  private readonly older: AcceptedPost[] = [];
  private readonly deleted = new Set<string>();
  private readonly sessions = new Map<string, Account>();

  constructor(readonly accounts: readonly Account[]) {
    for (const { username } of accounts) {
      this.addOlderPost(username, 'New set tomorrow evening', 2);
      this.addOlderPost(username, 'Good morning everybody!\nWho is up?', 5);
    }
  }

  account(username: string): Account {
    const account = this.accounts.find((one) => one.username === username);
    if (!account) throw new Error(`The site has no account ${username}.`);
    return account;
  }

  /** The secret of a new session, or null if the password is wrong. */
  logIn(username: string, password: string): string | null {
    const account = this.accounts.find((one) => one.username === username && one.password === password);
    if (!account) return null;
    const session = randomBytes(16).toString('hex');
    this.sessions.set(session, account);
    return session;
  }

  accountOf(session: string | undefined): Account | null {
    return this.sessions.get(session ?? '') ?? null;
  }

  /** Ends all sessions, as sites sometimes do. */
  endAllSessions(): void {
    this.sessions.clear();
  }

  /** Takes a picture and returns its SHA-256. */
  addPicture(bytes: Buffer, type: string): string {
    const id = sha256(bytes);
    this.pictures.set(id, { bytes, type });
    return id;
  }

  accept(username: string, post: NewPost): AcceptedPost {
    const id = String(48_200_001 + this.accepted.length);
    const accepted = { ...post, id, username, postedAt: new Date(Date.now()).toISOString() };
    this.accepted.push(accepted);
    return accepted;
  }

  /** Adds a post that is `days` old. It is in the feed only. */
  addOlderPost(username: string, text: string, days: number): AcceptedPost {
    const id = String(31_000_001 + this.older.length);
    const older = {
      ...{ text, pictures: [], scheduledFor: null, expiresInDays: null },
      id,
      username,
      postedAt: new Date(Date.now() - days * DAY_MS).toISOString(),
    };
    this.older.push(older);
    return older;
  }

  deletePost(id: string): void {
    this.deleted.add(id);
  }

  /** What an account has posted or scheduled. */
  ownPostsOf(username: string): AcceptedPost[] {
    return this.accepted.filter((post) => post.username === username && !this.deleted.has(post.id));
  }

  /** The published posts of an account, newest first. */
  feedOf(username: string): AcceptedPost[] {
    const publishedAt = ({ scheduledFor, postedAt }: AcceptedPost) => Date.parse(scheduledFor ?? postedAt);
    const isShown = (post: AcceptedPost) => {
      const from = publishedAt(post);
      const until = post.expiresInDays === null ? Number.POSITIVE_INFINITY : from + post.expiresInDays * DAY_MS;
      return post.username === username && from <= Date.now() && Date.now() < until && !this.deleted.has(post.id);
    };
    return [...this.older, ...this.accepted]
      .filter(isShown)
      .reverse()
      .sort((a, b) => publishedAt(b) - publishedAt(a));
  }
}
