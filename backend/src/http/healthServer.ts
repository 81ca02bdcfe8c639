import { once } from 'node:events';
import Koa from 'koa';
import type { Config } from '../config.ts';
import type { JobParts } from '../jobs/jobParts.ts';
import { closeServer } from './closeServer.ts';
import { Drain } from './drain.ts';
import { errorHandler } from './errorHandler.ts';
import { healthRoutes } from './health.ts';
import { createHttpServer } from './httpServer.ts';
import { type RequestState, requestLog } from './requestLog.ts';

/** Serves `/healthz`, `/readyz` and `/metrics` of a process without the api role. */
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
