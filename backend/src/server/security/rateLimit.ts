import { MAX_FLYER_BYTES_PER_USER, type RateLimitClass } from '@flyerdeck/contracts';
import pLimit, { type LimitFunction } from 'p-limit';
import type { Pool } from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { HttpError, tooManyRequests } from '../http/errors.ts';

export interface RateLimit {
  /** Throws 429 with Retry-After if the limit is exceeded. */
  consume(key: string, points?: number): Promise<void>;
  /** Throws the same 429 if the limit is reached, without counting. */
  check(key: string): Promise<void>;
}

interface Numbers {
  readonly aMinute?: number;
  readonly aDay?: number;
  /** Shared in Postgres, which costs a statement. In memory each process counts for itself. */
  readonly keptIn: 'memory' | 'postgres';
}

/** By user, device, or address without authentication, if not stated otherwise. */
const NUMBERS = {
  read: { aMinute: 1_200, keptIn: 'memory' },
  write: { aMinute: 600, keptIn: 'memory' },
  /** The cost grows with the caller's pages and flyers. */
  heavy: { aMinute: 120, keptIn: 'memory' },
  admin: { aMinute: 600, keptIn: 'memory' },
  money: { aMinute: 60, keptIn: 'postgres' },
  export: { aMinute: 20, keptIn: 'postgres' },
  device: { aMinute: 600, keptIn: 'memory' },
  runner: { aMinute: 600, keptIn: 'memory' },
  public: { aMinute: 600, keptIn: 'memory' },
  /** High, because all workers at one address open previews and images too. */
  preview: { aMinute: 3_000, keptIn: 'memory' },
  image: { aMinute: 6_000, keptIn: 'memory' },
  static: { aMinute: 30_000, keptIn: 'memory' },
  /** A zip is packed again for each other Host, which costs more than other files. */
  zip: { aMinute: 60, keptIn: 'memory' },
  /** By address. The next two limits are lower. */
  sign_in: { aMinute: 1_200, keptIn: 'memory' },
  refused_sign_in: { aMinute: 20, keptIn: 'postgres' },
  new_session: { aMinute: 30, keptIn: 'postgres' },
  link_request: { aMinute: 60, keptIn: 'postgres' },
  link_description: { aMinute: 60, keptIn: 'postgres' },
  problem_report: { aMinute: 3, keptIn: 'postgres' },
  /** By the page's owner. */
  avatar: { aMinute: 120, keptIn: 'memory' },
  /** Pictures: a sheet of flyers has up to 500. */
  upload: { aMinute: 600, keptIn: 'postgres' },
  /** By user. Deleted flyers are on the disk until the worker deletes them, and do not count in the quota. */
  upload_kilobytes: { aDay: 2 * (MAX_FLYER_BYTES_PER_USER / 1024), keptIn: 'postgres' },
  /** By address. */
  refused_credential: { aMinute: 600, keptIn: 'memory' },
} as const satisfies Record<RateLimitClass | string, Numbers>;

export type RateLimits = Readonly<Record<keyof typeof NUMBERS, RateLimit>>;

/** `factor` multiplies each limit. */
export function createRateLimits(pool: Pool, factor: number): RateLimits {
  const create = (name: string, { aMinute, aDay = 0, keptIn }: Numbers): RateLimit => {
    const points = Math.max(1, Math.round((aMinute ?? aDay) * factor));
    const options = { keyPrefix: name, points, duration: aMinute ? 60 : 86_400 };
    const limiter =
      keptIn === 'memory'
        ? new RateLimiterMemory(options)
        : new RateLimiterPostgres({
            ...options,
            storeClient: pool,
            storeType: 'pool',
            tableName: 'rate_limits',
            tableCreated: true,
            inMemoryBlockOnConsumed: points,
          });
    const refuse = ({ msBeforeNext }: RateLimiterRes) => tooManyRequests(Math.max(1, Math.ceil(msBeforeNext / 1000)));
    return {
      async consume(key, consumed = 1) {
        try {
          await limiter.consume(key, consumed);
        } catch (refusal) {
          throw refusal instanceof RateLimiterRes ? refuse(refusal) : refusal;
        }
      },
      async check(key) {
        const used = await limiter.get(key);
        if (used && used.consumedPoints >= points) throw refuse(used);
      },
    };
  };
  return Object.fromEntries(
    Object.entries(NUMBERS).map(([name, numbers]) => [name, create(name, numbers)]),
  ) as unknown as RateLimits;
}

/** A browser opens at most 6 HTTP/1.1 connections. Three users at this limit do not use up the database connections. */
const MAX_CONCURRENT_REQUESTS = 6;

/** Further requests of a caller wait in the order of their arrival. */
export class CallerLimits {
  private readonly limits = new Map<string, LimitFunction>();

  constructor(private readonly maxConcurrent = MAX_CONCURRENT_REQUESTS) {}

  /** `caller`: a user's id, or an address without authentication. */
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

/** About 3 MB. The oldest hash is removed, and that secret is checked like a new one. */
const MAX_VALID_HASHES = 20_000;

/** A secret that was valid before is accepted even when other callers of the same address have used up the limit. */
export class CredentialGuard {
  private readonly validHashes = new Set<string>();

  constructor(private readonly refusalLimit: RateLimit) {}

  wasValid(secretHash: string): boolean {
    return this.validHashes.has(secretHash);
  }

  /** Throws 429 if the address has sent too many wrong secrets. The secret is valid if `work` succeeds. */
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
