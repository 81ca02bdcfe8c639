import pLimit, { type LimitFunction } from 'p-limit';

/** As many as a browser sends at once over HTTP/1.1. Three such users leave database connections for others. */
const REQUESTS_AT_ONCE = 6;

/** Limits the requests of each caller that are handled at the same time; the others wait in the order in which they came. */
export class CallerLimits {
  private readonly limits = new Map<string, LimitFunction>();

  constructor(private readonly requestsAtOnce = REQUESTS_AT_ONCE) {}

  /** `caller`: the id of a user or a public address. */
  async run<T>(caller: string, work: () => Promise<T>): Promise<T> {
    const limit = this.limits.get(caller) ?? pLimit(this.requestsAtOnce);
    this.limits.set(caller, limit);
    try {
      return await limit(work);
    } finally {
      if (limit.activeCount + limit.pendingCount === 0) this.limits.delete(caller);
    }
  }
}
