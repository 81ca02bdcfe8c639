import { tooManyRequests, unavailable } from '../http/errors.ts';

const TRY_AGAIN_SECONDS = 5;

interface Limits {
  readonly perUser: number;
  readonly inAll: number;
}

/** How many forms are read and judged at once. Every one takes disk space, and one user's must leave room for others. */
export class UploadSlots {
  private readonly held = new Map<string, number>();
  private total = 0;

  constructor(private readonly limits: Limits) {}

  /** Throws 429 when this user has too many under way, 503 when everybody together has. */
  async hold<T>(userId: string, work: () => Promise<T>): Promise<T> {
    const own = this.held.get(userId) ?? 0;
    if (own >= this.limits.perUser) throw tooManyRequests(TRY_AGAIN_SECONDS);
    if (this.total >= this.limits.inAll) throw unavailable();
    this.held.set(userId, own + 1);
    this.total += 1;
    try {
      return await work();
    } finally {
      this.total -= 1;
      const left = (this.held.get(userId) ?? 1) - 1;
      if (left > 0) this.held.set(userId, left);
      else this.held.delete(userId);
    }
  }
}
