import pLimit, { type LimitFunction } from 'p-limit';

/**
 * A browser opens at most 6 HTTP/1.1 connections to a server. Three users at this limit do not use up the database
 * connections.
 */
const MAX_CONCURRENT_REQUESTS = 6;

/** Limits the concurrent requests of each caller. Requests above the limit wait in the order of their arrival. */
export class CallerLimits {
  private readonly limits = new Map<string, LimitFunction>();

  constructor(private readonly maxConcurrent = MAX_CONCURRENT_REQUESTS) {}

  /** `caller`: the id of a user, or the address of a caller without authentication. */
  async run<T>(caller: string, work: () => Promise<T>): Promise<T> {
    const limit = this.limits.get(caller) ?? pLimit(this.maxConcurrent);
    this.limits.set(caller, limit);
    try {
      return await limit(work);
    } finally {
      if (limit.activeCount + limit.pendingCount === 0) this.limits.delete(caller);
    }
  }
}
