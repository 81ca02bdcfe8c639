import { HttpError } from './errors.ts';
import type { RateLimit } from './rateLimit.ts';

/** About 3 MB. When the set is full, its oldest hash is removed, and that secret is checked like a new one. */
const MAX_VALID_HASHES = 20_000;

/**
 * Limits the requests with wrong secrets per address, before the database is queried. A secret that was valid before is
 * accepted even when other callers of the same address have used up the limit.
 */
export class CredentialGuard {
  private readonly validHashes = new Set<string>();

  constructor(private readonly refusalLimit: RateLimit) {}

  /** Whether this process has accepted the secret before. */
  wasValid(secretHash: string): boolean {
    return this.validHashes.has(secretHash);
  }

  /** Runs `work`. The secret is valid if it succeeds. Throws 429 if the address has sent too many wrong secrets. */
  async run<T>(secretHash: string, address: string, work: () => Promise<T>): Promise<T> {
    const wasValid = this.wasValid(secretHash);
    if (!wasValid) await this.refusalLimit.check(address);
    try {
      const result = await work();
      const [oldest = ''] = this.validHashes;
      if (!wasValid && this.validHashes.size >= MAX_VALID_HASHES) this.validHashes.delete(oldest);
      this.validHashes.add(secretHash);
      return result;
    } catch (error) {
      // A request without a secret is refused without a database query, so it does not count.
      const isRefusal = error instanceof HttpError && error.status < 500 && error.code !== 'auth.required';
      if (isRefusal && error.status === 401) this.validHashes.delete(secretHash);
      // For an unknown secret every refusal counts, because an invalid body is refused before the secret is checked.
      if (isRefusal && !this.wasValid(secretHash)) await this.refusalLimit.consume(address).catch(() => undefined);
      throw error;
    }
  }
}
