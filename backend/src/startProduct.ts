import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createApp } from './app.ts';
import { startBot } from './bot/inbox/startBot.ts';
import { createTelegram } from './bot/outbox/telegram.ts';
import type { Config } from './config.ts';
import { createContext } from './context.ts';
import { startEmbeddedPostgres } from './database/embeddedPostgres.ts';
import { closeDatabase, migrate, openDatabase } from './dataSource.ts';
import { startRepeatingTimer } from './jobs/repeatingTimer.ts';
import { logFaults } from './operation/doctor/check.ts';
import { startChecks } from './operation/doctor/doctor.ts';
import { createScreenshotTaker } from './postings/screenshots/screenshotTaker.ts';
import { startHealthServer } from './server/http/health.ts';
import { closeServer, createHttpServer } from './server/http/httpServer.ts';
import { startLiveServer } from './server/live/liveServer.ts';
import { startWorker } from './worker.ts';

export interface RunningProduct {
  /** Null without the api role. */
  readonly address: string | null;
  /** With a sentence, when the embedded Postgres ends by itself. */
  readonly broken: Promise<string>;
  stop(): Promise<void>;
}

type Stop = () => Promise<void> | void;

/** Two api processes, a worker and a bot use at most 94 of Postgres' 100. lockTimeout: a call that waits for one row does not hold its locked rows for long. */
export const POOL = { poolSize: 18, lockTimeoutMs: 5_000 };
/** Users' calls still get connections. A device gets its 503 sooner, so that a few locked pages do not occupy all of them. */
export const DEVICE_POOL = { poolSize: 10, lockTimeoutMs: 3_000, applicationName: 'flyerdeck-devices' };
/** For the last hints. */
const FLUSH_WITHIN_MS = 300;
const CHECK_EVERY_SECONDS = 300;

async function listen(server: Server, { host, port }: Config): Promise<string> {
  server.listen(port, host);
  await once(server, 'listening');
  const { port: actualPort } = server.address() as AddressInfo;
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${actualPort}`;
}

/** When one part cannot start, the parts that have started are stopped. */
export async function startProduct(config: Config, logger: Logger): Promise<RunningProduct> {
  const stops: Stop[] = [];
  let stopping = false;
  const stop = async () => {
    stopping = true;
    for (const part of stops.splice(0).reverse()) {
      try {
        await part();
      } catch (error) {
        logger.error({ err: error }, 'a part did not stop cleanly');
      }
    }
  };
  try {
    let url = config.databaseUrl;
    let broken: Promise<string> = new Promise(() => {});
    if (url === null) {
      const postgres = await startEmbeddedPostgres({
        dataDir: config.dataDir,
        log: (line) => logger.debug({ from: 'postgres' }, line),
      });
      stops.push(() => postgres.stop());
      url = postgres.url;
      broken = postgres.exited.then(() => 'The embedded Postgres ended by itself.');
    }
    const onLostConnection = (error: Error) => {
      if (!stopping) logger.warn({ err: error }, 'a database connection was lost');
    };
    // Without a lock timeout, because processes that start at the same time wait for each other.
    const migrating = await openDatabase(url, { poolSize: 3 });
    await migrate(migrating).finally(() => closeDatabase(migrating));
    const open = async (options: Parameters<typeof openDatabase>[1]) => {
      const db = await openDatabase(url, { onLostConnection, ...options });
      stops.push(() => closeDatabase(db));
      return db;
    };
    const db = await open(POOL);
    const deviceDb = config.roles.includes('api') ? await open(DEVICE_POOL) : db;
    const context = createContext({ config, logger, db, deviceDb });
    stops.push(
      async () => void (await Promise.race([context.hints.flush(), sleep(FLUSH_WITHIN_MS, undefined, { ref: false })])),
    );

    let address: string | null = null;
    if (config.roles.includes('api')) {
      const { koa, endpoints, drain } = createApp(context);
      const server = createHttpServer(koa.callback());
      address = await listen(server, config);
      stops.push(() => closeServer(server, drain));
      const live = startLiveServer(context, { koa, server, endpoints });
      stops.push(() => live.stop());
    } else if (config.healthPort !== null) {
      const health = await startHealthServer(context, config.healthPort);
      stops.push(() => health.stop());
    }
    if (config.roles.includes('worker')) {
      // `readConfig` has checked that there is one.
      const baseUrl = address ?? config.internalUrl ?? config.publicUrl ?? '';
      const screenshotTaker = createScreenshotTaker({ config, logger, baseUrl, problems: context.problems });
      stops.push(() => screenshotTaker.close());
      const stopSending = new AbortController();
      const { botToken, telegramApiRoot, publicUrl } = config;
      const telegram = botToken === null ? null : createTelegram({ botToken, telegramApiRoot }, logger);
      const bot = telegram && { telegram, baseUrl: publicUrl ?? baseUrl, stopping: stopSending.signal };
      const worker = await startWorker(context, { screenshotTaker, bot });
      stops.push(() => {
        stopSending.abort();
        return worker.stop();
      });
    }
    if (config.roles.includes('bot')) {
      const bot = startBot(context);
      if (bot) stops.push(() => bot.stop());
    }
    if (config.demo && address !== null) {
      // Imported only in the demo.
      const { startDemo } = await import('../demo/startDemo.ts');
      const demo = await startDemo(context, address);
      stops.push(() => demo.stop());
    }
    if (!config.demo) {
      const checks = startChecks(config, db);
      const work = () => logFaults(checks, { logger, isStopping: () => stopping });
      const timer = startRepeatingTimer({
        name: 'the check for faults',
        everySeconds: CHECK_EVERY_SECONDS,
        logger,
        work,
      });
      // Not awaited, because a check may wait for an answer.
      stops.push(() => void timer.stop());
    }
    return { address, broken, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
