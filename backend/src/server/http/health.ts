import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import Router from '@koa/router';
import Koa, { type Context } from 'koa';
import type { Config } from '../../config.ts';
import { type Db, sql } from '../../database/statement.ts';
import type { JobParts } from '../../jobs/problems.ts';
import { metricsOfProcess } from '../../metrics.ts';
import { countProxies, isProbe, PROBE_HEADER } from '../security/proxyProbe.ts';
import { type RequestState, requestLog } from '../security/requestLog.ts';
import { isOperator } from '../security/secrets.ts';
import { errorHandler, isTemporaryDatabaseFailure } from './errorHandler.ts';
import { notFound, unavailable } from './errors.ts';
import { closeServer, createHttpServer, Drain } from './httpServer.ts';

export const ping = sql('SELECT 1');

/** Beyond it an estimate, which limits the cost of a scrape. */
export const PENDING_COUNTED = 10_000;

/** Reached after about 3 hours. Jobs without attempts left do not count: a newer job with the same key does their work. */
const MANY_FAILURES = 10;

type QueueMetricsRow = Record<
  | 'pending'
  | 'oldest_seconds'
  | 'in_flight'
  | 'screenshots'
  | 'jobs_due'
  | 'job_oldest_seconds'
  | 'jobs_failed'
  | 'message_oldest_seconds'
  | 'books_deviations'
  | 'books_age_seconds',
  number
>;

export const readQueueMetrics = sql<QueueMetricsRow>(
  `SELECT
     (CASE WHEN p.counted <= ${PENDING_COUNTED} THEN p.counted
       ELSE greatest(p.counted, (SELECT reltuples FROM pg_class WHERE oid = 'page_postings_pending_by_queued_at'::regclass))
     END)::int AS pending,
     coalesce(extract(epoch FROM now() - p.oldest_queued_at), 0)::float8 AS oldest_seconds,
     (SELECT count(*) FROM in_flight)::int AS in_flight,
     (SELECT count(*) FROM pending_screenshots)::int AS screenshots,
     (SELECT count(*) FROM graphile_worker.jobs WHERE locked_at IS NULL AND attempts < max_attempts AND run_at <= now())::int AS jobs_due,
     (SELECT coalesce(extract(epoch FROM now() - min(run_at)), 0) FROM graphile_worker.jobs
      WHERE locked_at IS NULL AND attempts < max_attempts AND run_at <= now())::float8 AS job_oldest_seconds,
     (SELECT count(*) FROM graphile_worker.jobs WHERE attempts >= ${MANY_FAILURES} AND attempts < max_attempts)::int AS jobs_failed,
     (SELECT coalesce(extract(epoch FROM now() - min(created_at)), 0) FROM bot_messages
      WHERE state IN ('waiting', 'sending'))::float8 AS message_oldest_seconds,
     coalesce((b.result ->> 'deviations_count')::int, 0) AS books_deviations,
     coalesce(extract(epoch FROM now() - coalesce((b.result ->> 'checked_at')::timestamptz, b.enqueued_at)), 0)::float8 AS books_age_seconds
   FROM count_pending_postings(${PENDING_COUNTED + 1}) p LEFT JOIN scheduled_jobs b ON b.name = 'check_books'`,
);

const GAUGES: Readonly<Record<keyof QueueMetricsRow, readonly [name: string, help: string]>> = {
  pending: [
    'queue_pending',
    `Pending postings; above ${PENDING_COUNTED} an estimate of Postgres from its last ANALYZE or VACUUM`,
  ],
  oldest_seconds: ['queue_oldest_seconds', 'Seconds since the oldest pending posting was queued'],
  in_flight: ['queue_in_flight', 'Postings that are claimed by a device'],
  screenshots: ['screenshots_pending', 'Posts whose screenshot is not taken yet'],
  jobs_due: ['jobs_due', 'Background jobs that are due and not running'],
  job_oldest_seconds: ['jobs_oldest_seconds', 'Seconds since the oldest of these jobs became due'],
  jobs_failed: ['jobs_failed', `Background jobs with ${MANY_FAILURES} failures or more that are tried again`],
  message_oldest_seconds: [
    'bot_messages_oldest_seconds',
    'Seconds since the oldest message that Telegram has not got was written',
  ],
  books_deviations: ['books_deviations', 'Rows that the last check of the books could not explain'],
  books_age_seconds: ['books_age_seconds', 'Seconds since the last check of the books'],
};

export async function queueMetrics(db: Db): Promise<string> {
  const [row] = await readQueueMetrics(db, []);
  return Object.entries(GAUGES)
    .map(([field, [name, help]]) => {
      const value = row?.[field as keyof QueueMetricsRow] ?? 0;
      return `# HELP flyerdeck_${name} ${help}\n# TYPE flyerdeck_${name} gauge\nflyerdeck_${name} ${value}\n`;
    })
    .join('');
}

/** Shorter than the usual health check timeouts. */
const READY_TIMEOUT_MS = 2_000;

/** `/healthz` tells operators which parts do not work, and `flyerdeck doctor` how many proxies it passed. `/metrics` is for Prometheus; others get 404 (secrets.ts). */
export function healthRoutes(
  {
    db,
    problems,
    config: { botToken, metricsToken },
  }: Pick<JobParts, 'db' | 'problems'> & { readonly config: Pick<Config, 'botToken' | 'metricsToken'> },
  drain?: Drain,
): Router {
  const router = new Router();
  router.get('/healthz', (ctx: Context) => {
    const lasting = problems.lasting();
    const probed = isProbe(botToken, ctx.get(PROBE_HEADER))
      ? { proxies: countProxies(ctx.get('X-Forwarded-For')) }
      : {};
    answer(ctx, probed);
    if (lasting.length === 0) return;
    ctx.status = 503;
    ctx.body = { status: 'unhealthy', ...probed, ...(isOperator(ctx.req, metricsToken) ? { problems: lasting } : {}) };
  });
  router.get('/readyz', async (ctx: Context) => {
    if (drain?.isStopping) throw unavailable('The server is stopping.');
    const notAnswering = unavailable('The database does not answer.');
    const timeout = sleep(READY_TIMEOUT_MS, undefined, { ref: false }).then(() => Promise.reject(notAnswering));
    await Promise.race([ping(db, []), timeout]).catch((error) => {
      throw isTemporaryDatabaseFailure(error) ? notAnswering : error;
    });
    answer(ctx);
  });
  router.get('/metrics', async (ctx: Context) => {
    if (!isOperator(ctx.req, metricsToken)) throw notFound('not_found', 'There is no GET page of this name.');
    // The metrics of the process are answered even when the database is not available.
    const parts = await Promise.all([
      metricsOfProcess.metrics(),
      `# HELP flyerdeck_problems Parts of this process that /healthz names\n# TYPE flyerdeck_problems gauge\nflyerdeck_problems ${problems.lasting().length}\n`,
      queueMetrics(db).catch(() => ''),
    ]);
    ctx.set('Cache-Control', 'no-store');
    ctx.set('Content-Type', metricsOfProcess.contentType);
    ctx.body = parts.join('\n');
  });
  return router;
}

function answer(ctx: Context, more = {}): void {
  ctx.set('Cache-Control', 'no-store');
  ctx.body = { status: 'ok', ...more };
}

export async function startHealthServer(
  context: JobParts & { readonly config: Config },
  port: number,
): Promise<{ stop(): Promise<void> }> {
  const drain = new Drain();
  const koa = new Koa<RequestState>();
  koa.silent = true;
  koa.use(requestLog(context.logger));
  koa.use(errorHandler);
  koa.use(healthRoutes(context, drain).routes());
  const server = createHttpServer(koa.callback());
  server.listen(port, context.config.host);
  await once(server, 'listening');
  return { stop: () => closeServer(server, drain) };
}
