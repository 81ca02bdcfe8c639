import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type FakeBotApi, startFakeBotApi } from '../../../backend/demo/fakeBotApi/fakeBotApi.ts';
import { freeLoopbackPort } from '../../../backend/src/database/embedded/loopbackPort.ts';
import { startEmbeddedPostgres } from '../../../backend/src/database/embeddedPostgres.ts';
import type { Product } from '../product.ts';
import { type RoundRobin, startRoundRobin } from '../roundRobin.ts';
import { ServerProcesses } from './ServerProcesses.ts';

const MAIN = path.join(import.meta.dirname, '../../../backend/dist/src/main.js');
const BOT_TOKEN = '4839574812:AAFD39kkdpWt3ywyRZergyOLMaJhac60qcK';

export interface Topology extends Product {
  readonly proxy: RoundRobin;
  readonly botApi: FakeBotApi;
  /** Lines of `/metrics` of the processes with this role. */
  metricsOf(role: 'worker' | 'bot'): Promise<string[]>;
  /** Sends SIGTERM to all processes, one after another. Returns their exit statuses. */
  stop(): Promise<(number | null)[]>;
}

/**
 * The services of docker-compose.yml as processes on this machine: Postgres, two api processes behind a proxy, two
 * workers and the bot. They all start at once on an empty database. Only the sign-in settings differ.
 */
export async function startTopology(): Promise<Topology> {
  const folder = await mkdtemp(path.join(tmpdir(), 'flyerdeck-topology-'));
  // As root, Postgres runs as another user, who must be able to enter this folder.
  await chmod(folder, 0o711);
  const postgres = await startEmbeddedPostgres({ dataDir: folder });
  const botApi = await startFakeBotApi({ token: BOT_TOKEN });
  const proxy = await startRoundRobin();
  const processes = new ServerProcesses();
  const start = async (env: Record<string, string>): Promise<string> => {
    const port = String(await freeLoopbackPort());
    return processes.start([process.execPath, MAIN], {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      ...(process.env.CHROMIUM_PATH ? { CHROMIUM_PATH: process.env.CHROMIUM_PATH } : {}),
      DATABASE_URL: postgres.url,
      DATA_DIR: folder,
      AUTH_MODE: 'mock',
      BOT_TOKEN,
      TELEGRAM_API_ROOT: botApi.url,
      PUBLIC_URL: proxy.baseUrl,
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      PORT: port,
      HEALTH_PORT: port,
      ...env,
    });
  };
  const [first, second, worker, otherWorker, bot] = await Promise.all([
    start({ ROLE: 'api' }),
    start({ ROLE: 'api' }),
    start({ ROLE: 'worker', INTERNAL_URL: proxy.baseUrl }),
    start({ ROLE: 'worker', INTERNAL_URL: proxy.baseUrl }),
    start({ ROLE: 'bot' }),
  ]).catch((error) => {
    // Processes that did start would keep the test process running.
    processes.kill();
    throw error;
  });
  proxy.setServers([first ?? '', second ?? '']);
  const addresses = { worker: [worker, otherWorker], bot: [bot] };
  return {
    baseUrl: proxy.baseUrl,
    dataDir: folder,
    proxy,
    botApi,
    metricsOf: (role) =>
      Promise.all(addresses[role].map(async (address) => (await fetch(`${address}/metrics`)).text())),
    async stop() {
      const statuses = await processes.stop();
      await proxy.stop();
      await botApi.stop();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
      return statuses;
    },
  };
}
