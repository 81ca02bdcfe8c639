export interface SignedInUser {
  readonly id: string;
  readonly telegramId: string;
  readonly isAdmin: boolean;
  /** To end this very session. */
  readonly sessionHash: Buffer;
}

export type Authenticate = (sessionToken: string, telegramId: string) => Promise<SignedInUser>;
