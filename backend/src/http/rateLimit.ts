import type { Pool } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { tooManyRequests } from './errors.ts';

export interface RateLimit {
  /** Takes `points` from what `key` has left in the window; throws a 429 with Retry-After when that is not enough. */
  consume(key: string, points?: number): Promise<void>;
}

export interface RateLimits {
  readonly signIn: RateLimit;
  readonly linkRequests: RateLimit;
  /** By user. */
  readonly linkDescriptions: RateLimit;
  readonly uploads: RateLimit;
  readonly exports: RateLimit;
}

/** Limits kept in Postgres, so that several api processes share them. `factor` multiplies each. */
export function createRateLimits(pool: Pool, factor: number): RateLimits {
  const perMinute = (name: string, points: number): RateLimit => {
    const limiter = new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix: name,
      points: Math.max(1, Math.round(points * factor)),
      duration: 60,
    });
    return {
      async consume(key, taken = 1) {
        try {
          await limiter.consume(key, taken);
        } catch (refusal) {
          if (!(refusal instanceof RateLimiterRes)) throw refusal;
          throw tooManyRequests(Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)));
        }
      },
    };
  };
  return {
    signIn: perMinute('sign-in', 20),
    linkRequests: perMinute('link-requests', 60),
    linkDescriptions: perMinute('link-descriptions', 60),
    uploads: perMinute('uploads', 120),
    exports: perMinute('exports', 20),
  };
}
