import { setTimeout as sleep } from 'node:timers/promises';
import Router from '@koa/router';
import type { Context } from 'koa';
import type { AppContext } from '../context.ts';
import { metricsOfProcess } from '../metrics.ts';
import type { Drain } from './drain.ts';
import { isPassingDatabaseFailure } from './errorHandler.ts';
import { notFound, unavailable } from './errors.ts';
import { ping } from './health.query.ts';
import { queueMetrics } from './queueMetrics.ts';

/** Less than what load balancers and container platforms usually wait. */
const READY_TIMEOUT_MS = 2_000;

/**
 * `/healthz`: the process answers. `/readyz`: Postgres answers too, and requests are accepted. `/metrics`: for Prometheus,
 * which asks each process itself; through a proxy this page does not exist.
 */
export function healthRoutes({ db }: Pick<AppContext, 'db'>, drain?: Drain): Router {
  const router = new Router();
  const ofQueue = queueMetrics(db);
  router.get('/healthz', (ctx: Context) => answer(ctx));
  router.get('/readyz', async (ctx: Context) => {
    if (drain?.isStopping) throw unavailable('The server is stopping.');
    const notAnswering = unavailable('The database does not answer.');
    const timeout = sleep(READY_TIMEOUT_MS, undefined, { ref: false }).then(() => Promise.reject(notAnswering));
    await Promise.race([ping(db, []), timeout]).catch((error) => {
      throw isPassingDatabaseFailure(error) ? notAnswering : error;
    });
    answer(ctx);
  });
  router.get('/metrics', async (ctx: Context) => {
    if (ctx.get('X-Forwarded-For') !== '') throw notFound('not_found', 'There is no GET page of this name.');
    // The metrics of the process matter most when the database is away.
    const parts = await Promise.all([metricsOfProcess.metrics(), ofQueue().catch(() => '')]);
    ctx.set('Cache-Control', 'no-store');
    ctx.set('Content-Type', metricsOfProcess.contentType);
    ctx.body = parts.join('\n');
  });
  return router;
}

function answer(ctx: Context): void {
  ctx.set('Cache-Control', 'no-store');
  ctx.body = { status: 'ok' };
}
