import { HttpError } from './errors.ts';
import type { RateLimit } from './rateLimit.ts';

/** About 3 MB. Forgetting one only means that it is looked at as a new one. */
const MAX_REMEMBERED = 20_000;

/**
 * Limits wrong secrets by address before the database is asked about them. A secret that was good before is never held up by
 * what others at its address do.
 */
export class CredentialGuard {
  private readonly good = new Set<string>();

  constructor(private readonly refused: RateLimit) {}

  /** Whether this process has seen the secret being good. */
  knows(secretHash: string): boolean {
    return this.good.has(secretHash);
  }

  /** Does `work`, whose success shows that the secret is good. Throws 429 where the address sent too many wrong ones. */
  async pass<T>(secretHash: string, address: string, work: () => Promise<T>): Promise<T> {
    const wasGood = this.good.has(secretHash);
    if (!wasGood) await this.refused.check(address);
    try {
      const result = await work();
      if (!wasGood) this.remember(secretHash);
      return result;
    } catch (error) {
      // Whoever sends no secret at all has cost nothing.
      const isRefusal = error instanceof HttpError && error.status < 500 && error.code !== 'auth.required';
      if (isRefusal && error.status === 401) this.good.delete(secretHash);
      // Until it is known to be good, every refusal counts: a wrong secret may be refused for its body first.
      if (isRefusal && !this.good.has(secretHash)) await this.refused.consume(address).catch(() => undefined);
      throw error;
    }
  }

  private remember(secretHash: string): void {
    if (this.good.size >= MAX_REMEMBERED) {
      const [oldest = ''] = this.good;
      this.good.delete(oldest);
    }
    this.good.add(secretHash);
  }
}
