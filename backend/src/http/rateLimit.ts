import type { RateLimitClass } from '@flyerdeck/contracts';
import type { Pool } from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { tooManyRequests } from './errors.ts';

export interface RateLimit {
  /** Takes `points` from what `key` has left in the window; throws a 429 with Retry-After when that is not enough. */
  consume(key: string, points?: number): Promise<void>;
  /** Throws that 429 when nothing is left, and takes nothing. */
  check(key: string): Promise<void>;
}

interface Numbers {
  readonly aMinute: number;
  /** In Postgres all api processes share the count, for the cost of a statement; in memory each process has its own. */
  readonly keptIn: 'memory' | 'postgres';
}

/** Every limit of the product. Users are counted by user, devices by device, public calls by address. */
const NUMBERS = {
  read: { aMinute: 1_200, keptIn: 'memory' },
  write: { aMinute: 600, keptIn: 'memory' },
  /** Work that grows with the caller's pages and flyers. */
  heavy: { aMinute: 120, keptIn: 'memory' },
  admin: { aMinute: 600, keptIn: 'memory' },
  money: { aMinute: 60, keptIn: 'postgres' },
  export: { aMinute: 20, keptIn: 'postgres' },
  device: { aMinute: 600, keptIn: 'memory' },
  public: { aMinute: 600, keptIn: 'memory' },
  /** Workers open previews and pictures too, from one address. */
  preview: { aMinute: 3_000, keptIn: 'memory' },
  picture: { aMinute: 6_000, keptIn: 'memory' },
  static: { aMinute: 30_000, keptIn: 'memory' },
  /** Packing it for another Host costs more than any other file. */
  extension_zip: { aMinute: 60, keptIn: 'memory' },
  /** All attempts of an address; the next two are the limits that people meet. */
  sign_in: { aMinute: 1_200, keptIn: 'memory' },
  refused_sign_in: { aMinute: 20, keptIn: 'postgres' },
  /** Successful ones, by Telegram id. */
  new_session: { aMinute: 30, keptIn: 'postgres' },
  link_request: { aMinute: 60, keptIn: 'postgres' },
  /** Reads of linking tokens, by user. */
  link_description: { aMinute: 60, keptIn: 'postgres' },
  /** Pictures, by user. */
  upload: { aMinute: 120, keptIn: 'postgres' },
  /** Wrong session tokens, device secrets and webhook secrets, by address. */
  refused_credential: { aMinute: 600, keptIn: 'memory' },
} as const satisfies Record<RateLimitClass | string, Numbers>;

export type RateLimits = Readonly<Record<keyof typeof NUMBERS, RateLimit>>;

/** `factor` multiplies each limit. */
export function createRateLimits(pool: Pool, factor: number): RateLimits {
  const create = (name: string, { aMinute, keptIn }: Numbers): RateLimit => {
    const points = Math.max(1, Math.round(aMinute * factor));
    const options = { keyPrefix: name, points, duration: 60 };
    const limiter =
      keptIn === 'memory'
        ? new RateLimiterMemory(options)
        : new RateLimiterPostgres({
            ...options,
            storeClient: pool,
            storeType: 'pool',
            tableName: 'rate_limits',
            tableCreated: true,
            // A caller over the limit costs no more statements.
            inMemoryBlockOnConsumed: points,
          });
    const refuse = ({ msBeforeNext }: RateLimiterRes) => tooManyRequests(Math.max(1, Math.ceil(msBeforeNext / 1000)));
    return {
      async consume(key, taken = 1) {
        try {
          await limiter.consume(key, taken);
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
