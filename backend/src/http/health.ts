import { setTimeout as sleep } from 'node:timers/promises';
import Router from '@koa/router';
import type { Context } from 'koa';
import type { Config } from '../config.ts';
import type { JobParts } from '../jobs/jobParts.ts';
import { metricsOfProcess } from '../metrics.ts';
import type { Drain } from './drain.ts';
import { isTemporaryDatabaseFailure } from './errorHandler.ts';
import { notFound, unavailable } from './errors.ts';
import { ping } from './health.query.ts';
import { isOperator } from './isOperator.ts';
import { countProxies, isProbe, PROBE_HEADER } from './proxyProbe.ts';
import { queueMetrics } from './queueMetrics.ts';

/** Shorter than the usual health check timeouts of load balancers and container platforms. */
const READY_TIMEOUT_MS = 2_000;

/**
 * `/healthz`: the process answers, and the parts of the worker role work; else it says to operators which do not. It tells
 * `flyerdeck doctor` how many proxies it passed. `/readyz`:
 * Postgres answers too, and the server is not stopping. `/metrics`: metrics for Prometheus, which scrapes each process directly;
 * others get 404 (isOperator.ts).
 */
export function healthRoutes(
  {
    db,
    problems,
    config: { botToken, metricsToken },
  }: Pick<JobParts, 'db' | 'problems'> & { readonly config: Pick<Config, 'botToken' | 'metricsToken'> },
  drain?: Drain,
): Router {
  const router = new Router();
  const readQueueText = queueMetrics(db);
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
      readQueueText().catch(() => ''),
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
