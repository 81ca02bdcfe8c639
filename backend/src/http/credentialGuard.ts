import { HttpError } from './errors.ts';
import type { RateLimit } from './rateLimit.ts';

/** About 3 MB. A secret that was dropped is treated as new. */
const MAX_REMEMBERED = 20_000;

/**
 * Limits wrong secrets by address before the database is asked about them. A secret that was valid before is not limited by
 * other callers of its address.
 */
export class CredentialGuard {
  private readonly good = new Set<string>();

  constructor(private readonly refused: RateLimit) {}

  /** Whether this process has seen that the secret is valid. */
  knows(secretHash: string): boolean {
    return this.good.has(secretHash);
  }

  /** Runs `work`, whose success shows that the secret is valid. Throws 429 where the address has sent too many wrong ones. */
  async pass<T>(secretHash: string, address: string, work: () => Promise<T>): Promise<T> {
    const wasGood = this.good.has(secretHash);
    if (!wasGood) await this.refused.check(address);
    try {
      const result = await work();
      const [oldest = ''] = this.good;
      if (!wasGood && this.good.size >= MAX_REMEMBERED) this.good.delete(oldest);
      this.good.add(secretHash);
      return result;
    } catch (error) {
      // A request without a secret costs nothing.
      const isRefusal = error instanceof HttpError && error.status < 500 && error.code !== 'auth.required';
      if (isRefusal && error.status === 401) this.good.delete(secretHash);
      // Until the secret is known to be valid, every refusal counts: a wrong one may first be refused for its body.
      if (isRefusal && !this.good.has(secretHash)) await this.refused.consume(address).catch(() => undefined);
      throw error;
    }
  }
}
