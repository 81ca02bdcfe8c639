import { Agent, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { type PollResponse, pollDevice } from '@flyerdeck/contracts';
import type { Pool } from 'pg';
import { hashSecret, newSecret } from '../../src/http/secrets.ts';
import { DeviceChannel } from '../deviceChannel.ts';
import { atLeast, atMost, type Bound, type Figure } from '../figure.ts';
import { type BenchProduct, withProduct } from '../withProduct.ts';

const OWNERS = 20;
const PAGES_EACH = 50;
const IDLE_MINUTES = Number(process.env.WAKE_IDLE_MINUTES ?? 10);
/** The polling devices need less time for the same precision: each polls every 30 s. */
const POLLING_MINUTES = Math.min(IDLE_MINUTES, 3);
const ROUNDS = 3;
const POLLS_AFTER_CONNECTING_MS = 5_000;
const START_WITHIN_MS = 120_000;
/** Postgres adds up the statistics of idle connections after 10 s. */
const STATISTICS_MS = 15_000;
const agent = new Agent({ keepAlive: true });
/** The longest time without a poll while connected, as in the extension (pollOnce.ts). */
const POLL_ANYWAY_SECONDS = 15 * 60;

/** Pages and their devices. Posting is off. */
const fillPagesSql = `WITH owner AS (
    INSERT INTO users (telegram_id, username, credits_balance)
    SELECT $2 || '-' || n, $2 || '_' || n, 1000000 FROM generate_series(1, ${OWNERS}) n
    RETURNING id, telegram_id
  ), ledger AS (
    INSERT INTO credit_transactions (user_id, transaction_type, amount, balance_after, description)
    SELECT id, 'bonus', 1000000, 1000000, 'For the bench' FROM owner
  ), page AS (
    INSERT INTO pages (owner_id, creator_id, name, last_polled_at)
    SELECT o.id, o.telegram_id || '-' || n, 'Page ' || n, now() FROM owner o CROSS JOIN generate_series(1, ${PAGES_EACH}) n
    RETURNING guid, owner_id, creator_id
  )
  INSERT INTO devices (secret_hash, linking_token_hash, token_expires_at, requested_page, extension_version, page_guid, bound_at)
  SELECT s.hash, s.hash, now(), '{}', '1.0.0', p.guid, now()
  FROM (SELECT guid, row_number() OVER (ORDER BY creator_id) AS n FROM page) p
  JOIN unnest($1::bytea[]) WITH ORDINALITY AS s (hash, n) USING (n)`;

/** One pending posting for each page. */
const fillPostingsSql = `WITH assistant AS (
    INSERT INTO assistants (owner_id, name, posting_rules, queued_at)
    SELECT id, 'Wake', '{"target_pages": [], "target_tags": [], "start_delay_hours": 0, "delay_between_tasks_hours": 0, "duplication_time_hours": 0}', now()
    FROM users WHERE telegram_id LIKE $1 || '-%' RETURNING id, owner_id
  ), task AS (
    INSERT INTO tasks (owner_id, assistant_id, sequence_order, description, pending_count)
    SELECT owner_id, id, 0, 'Wake', ${PAGES_EACH} FROM assistant RETURNING id, owner_id, assistant_id
  )
  INSERT INTO page_postings (owner_id, assistant_id, task_id, page_guid, queued_at, sequence_order, run_index, delay_hours, gap_hours)
  SELECT t.owner_id, t.assistant_id, t.id, p.guid, now(), 0, 0, 0, 0 FROM task t JOIN pages p ON p.owner_id = t.owner_id`;

async function fill(pool: Pool, name: string): Promise<string[]> {
  const secrets = Array.from({ length: OWNERS * PAGES_EACH }, newSecret);
  await pool.query(fillPagesSql, [secrets.map(hashSecret), name]);
  await pool.query('VACUUM ANALYZE');
  return secrets;
}

/** Simulates the extension of one page: polls, claims one posting and reports `submitting`. */
class BenchDevice {
  /** When `submitting` was accepted, in milliseconds; null before. */
  submittingAt: number | null = null;
  private isStopped = false;
  private endPause = () => {};
  private readonly channel: DeviceChannel | null;
  readonly ended: Promise<void>;

  constructor(
    private readonly secret: string,
    private readonly baseUrl: string,
    isLive: boolean,
  ) {
    this.channel = isLive ? new DeviceChannel({ secret, baseUrls: [baseUrl] }) : null;
    this.ended = this.run();
  }

  get isConnected(): boolean {
    return this.channel?.isLive ?? false;
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    this.channel?.close();
    this.endPause();
    await this.ended;
  }

  private async run(): Promise<void> {
    // Devices that were not started at the same time poll at different times.
    await this.pause(Math.random() * 30, this.channel?.nextHint());
    while (!this.isStopped) {
      const hint = this.channel?.nextHint();
      let waitSeconds = 10;
      try {
        const answer = (await this.call(`/api${pollDevice.path}`, { health: 'ok' })) as PollResponse;
        waitSeconds =
          answer.await_hint && this.isConnected
            ? POLL_ANYWAY_SECONDS * (0.8 + 0.2 * Math.random())
            : answer.next_poll_seconds;
        if (answer.posting) {
          const { id, claim_token } = answer.posting;
          await this.call(`/api/extension/postings/${id}/submitting`, { claim_token });
          this.submittingAt = performance.now();
        }
      } catch {
        // A server that does not answer is asked again.
      }
      await this.pause(waitSeconds, hint);
    }
  }

  /** Ends early at the hint and at `stop`. Without `sleep`, because errors for aborts take more time than the calls. */
  private pause(seconds: number, hint?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      this.endPause = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(this.endPause, seconds * 1000);
      if (this.isStopped || hint?.aborted) this.endPause();
      else hint?.addEventListener('abort', this.endPause, { once: true });
    });
  }

  /** With node:http, because `fetch` takes more processor time than the server. */
  private call(path: string, body: object): Promise<unknown> {
    const text = JSON.stringify(body);
    const headers = {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(text),
      Authorization: `Bearer ${this.secret}`,
    };
    return new Promise((resolve, reject) => {
      const sent = request(`${this.baseUrl}${path}`, { method: 'POST', agent, headers }, (response) => {
        const isOk = response.statusCode === 200;
        json(response).then(
          isOk ? resolve : () => reject(new Error(`${path} answered ${response.statusCode}`)),
          reject,
        );
      });
      sent.on('error', reject);
      sent.end(text);
    });
  }
}

const percentile = (sorted: readonly number[], share: number) =>
  sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;

/** Starts posting for all owners over one process, as their clicks would. Returns the seconds to `submitting`, sorted. */
async function startAll(product: BenchProduct, name: string, devices: readonly BenchDevice[]): Promise<number[]> {
  await product.pool.query(fillPostingsSql, [name]);
  await product.pool.query('VACUUM ANALYZE');
  const owners = await Promise.all(Array.from({ length: OWNERS }, (_, n) => product.signIn(`${name}-${n + 1}`)));
  const startedAt = performance.now();
  const clicks = owners.map(({ headers }) => fetch(`${product.baseUrl}/api/queue/start`, { method: 'POST', headers }));
  await Promise.all(clicks);
  while (devices.some(({ submittingAt }) => submittingAt === null) && performance.now() - startedAt < START_WITHIN_MS)
    await sleep(50);
  return devices
    .map(({ submittingAt }) => ((submittingAt ?? Number.POSITIVE_INFINITY) - startedAt) / 1000)
    .sort((a, b) => a - b);
}

/** Transactions of the database for each minute. Every statement of the product outside of a transaction is one. */
async function transactionsPerMinute(pool: Pool, minutes: number): Promise<number> {
  const read = async () => {
    await sleep(STATISTICS_MS);
    const { rows } = await pool.query<{ count: string }>(
      'SELECT xact_commit + xact_rollback AS count FROM pg_stat_database WHERE datname = current_database()',
    );
    return Number(rows[0]?.count);
  };
  const before = await read();
  await sleep(minutes * 60_000 - STATISTICS_MS);
  return ((await read()) - before) / minutes;
}

async function run(): Promise<Figure[]> {
  return withProduct(async (product) => {
    const { pool } = product;
    const second = await product.startBeside('../src/main.js');
    const addresses = [product.baseUrl, second.baseUrl];
    const start = (secrets: readonly string[], isLive: boolean) =>
      secrets.map((secret, n) => new BenchDevice(secret, addresses[n % 2] ?? '', isLive));
    const pages = OWNERS * PAGES_EACH;
    const none = await transactionsPerMinute(pool, 1);

    const connect = async (name: string) => {
      const devices = start(await fill(pool, name), true);
      while (devices.some(({ isConnected }) => !isConnected)) await sleep(100);
      return devices;
    };
    /** The seconds to `submitting` of connected devices. `idle` runs after the polls that follow the connections. */
    const wake = async (name: string, idle = async () => {}) => {
      const devices = await connect(name);
      await sleep(POLLS_AFTER_CONNECTING_MS);
      await idle();
      const seconds = await startAll(product, name, devices);
      await Promise.all(devices.map((device) => device.stop()));
      return seconds;
    };
    // Servers that have just started run their JavaScript more slowly.
    await wake('warm-up');
    const hinted: number[][] = [];
    for (let round = 1; round <= ROUNDS; round++) hinted.push(await wake(`round${round}`));
    let idleLive = Number.NaN;
    const hintedAfterIdle = await wake('idle', async () => {
      idleLive = ((await transactionsPerMinute(pool, IDLE_MINUTES)) - none) * (60 / pages);
    });

    const polling = start(await fill(pool, 'polling'), false);
    await sleep(31_000);
    const idlePolling = ((await transactionsPerMinute(pool, POLLING_MINUTES)) - none) * (60 / pages);
    const polled = await startAll(product, 'polling', polling);
    await Promise.all(polling.map((device) => device.stop()));

    const waitFigure = (what: string, share: number, waits: readonly number[][], bound: Bound | null): Figure => ({
      what: `Start Posting to submitting, ${what}`,
      unit: 's',
      samples: waits.map((seconds) => percentile(seconds, share)),
      reference: `${percentile(polled, share).toFixed(1)} s with polls, same run`,
      bound,
    });
    return [
      waitFigure('p50', 0.5, hinted, atMost(1)),
      waitFigure('p99', 0.99, hinted, atMost(3)),
      // Without a bound: a machine may have reclaimed the memory of idle programs' files and reads it from the disk again.
      waitFigure(`p50 after ${IDLE_MINUTES} idle minutes`, 0.5, [hintedAfterIdle], null),
      waitFigure(`p99 after ${IDLE_MINUTES} idle minutes`, 0.99, [hintedAfterIdle], atMost(3)),
      {
        what: 'idle page: statements per hour',
        unit: '/h',
        samples: [idleLive],
        reference: `${idlePolling.toFixed(1)} with polls, same run`,
        bound: null,
      },
      {
        what: 'idle page: fewer statements than polling',
        unit: 'x',
        samples: [idlePolling / idleLive],
        reference: `${IDLE_MINUTES} minutes`,
        bound: atLeast(20),
      },
    ];
  });
}

export const wakeBench = {
  title: `${OWNERS * PAGES_EACH} connected pages of ${OWNERS} owners, two api processes`,
  run,
};
