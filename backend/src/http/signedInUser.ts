export interface SignedInUser {
  readonly id: string;
  readonly telegramId: string;
  readonly isAdmin: boolean;
  /** Of this session, to sign it out. */
  readonly sessionHash: Buffer;
}

export type Authenticate = (sessionToken: string, telegramId: string) => Promise<SignedInUser>;
