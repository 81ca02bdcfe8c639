import Router from '@koa/router';
import type { Context } from 'koa';
import type { AppContext } from '../context.ts';
import { isPassingDatabaseFailure } from './errorHandler.ts';
import { unavailable } from './errors.ts';

/** Below what load balancers and container platforms usually wait for an answer. */
const READY_TIMEOUT_MS = 2_000;

/** `/healthz`: the process is up and answers. `/readyz`: so does Postgres, and requests may come. */
export function healthRoutes({ pool }: Pick<AppContext, 'pool'>): Router {
  const router = new Router();
  router.get('/healthz', (ctx: Context) => answer(ctx));
  router.get('/readyz', async (ctx: Context) => {
    await withinReadyTimeout(pool.query('SELECT 1')).catch((error) => {
      if (error === TOO_SLOW || isPassingDatabaseFailure(error)) throw unavailable('The database does not answer.');
      throw error;
    });
    answer(ctx);
  });
  return router;
}

const TOO_SLOW = Symbol('too slow');

async function withinReadyTimeout(question: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(TOO_SLOW), READY_TIMEOUT_MS);
  });
  try {
    await Promise.race([question, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

function answer(ctx: Context): void {
  ctx.set('Cache-Control', 'no-store');
  ctx.body = { status: 'ok' };
}
