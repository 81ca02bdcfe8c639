import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { test as base } from '@playwright/test';

const BACKEND = path.join(import.meta.dirname, '../../backend/dist');
const MAIN = path.join(BACKEND, 'src/main.js');
const SEED = path.join(BACKEND, 'seed/seed.js');

/** The Telegram id of the only admin. */
export const ADMIN_TELEGRAM_ID = '100000009';

/** Environment variable with the shared product (sharedProduct.ts) as JSON. */
export const SHARED_PRODUCT = 'E2E_PRODUCT';

export interface Product {
  readonly baseUrl: string;
  /** Folder of its Postgres, unless DATABASE_URL is set. */
  readonly dataDir: string;
}

/** The Telegram id of an admin in a product with seeded data. */
export const SEEDED_ADMIN_TELEGRAM_ID = '200000001';

const fillDatabase = (dataDir: string, postings: number) =>
  promisify(execFile)(process.execPath, [SEED, String(postings)], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
  });

interface ProductStart {
  readonly seededPostings?: number;
  /** Settings in addition to those of all tests: mock sign-in and no bot. */
  readonly settings?: Readonly<Record<string, string>>;
}

interface RunningProduct extends Product {
  stop(): Promise<void>;
  /** Kills the server with SIGKILL and starts it again at the same address. */
  killAndRestart(): Promise<void>;
}

/** Starts the server. Resolves when it has printed its address. */
async function startServer(env: Readonly<Record<string, string>>) {
  const server = spawn(process.execPath, [MAIN], {
    env: {
      ...process.env,
      AUTH_MODE: 'mock',
      ADMIN_TELEGRAM_IDS: ADMIN_TELEGRAM_ID,
      LOG_LEVEL: 'warn',
      RATE_LIMIT_FACTOR: '100',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(server, 'exit');
  const lines = createInterface({ input: server.stdout });
  const address = new Promise<string>((resolve) => {
    lines.on('line', (line) => {
      const url = /http:\/\/\S+/.exec(line)?.[0];
      if (url) resolve(url);
      // Warnings of the server belong to the test's output.
      else process.stdout.write(`${line}\n`);
    });
  });
  const baseUrl = await Promise.race([
    address,
    exited.then(([status]) => {
      throw new Error(`the server ended with ${status} before it said its address`);
    }),
  ]);
  const end = async (signal: NodeJS.Signals) => {
    server.kill(signal);
    await exited;
  };
  return { baseUrl, end };
}

export async function startProduct({ seededPostings = 0, settings = {} }: ProductStart = {}): Promise<RunningProduct> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'flyerdeck-e2e-'));
  if (seededPostings > 0) await fillDatabase(dataDir, seededPostings);
  let server = await startServer({ PORT: '0', DATA_DIR: dataDir, ...settings });
  const { baseUrl } = server;
  return {
    baseUrl,
    dataDir,
    async killAndRestart() {
      await server.end('SIGKILL');
      server = await startServer({ PORT: new URL(baseUrl).port, DATA_DIR: dataDir, ...settings });
    },
    async stop() {
      await server.end('SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * The real product: server, Postgres, jobs and Chromium. All workers share one product, and each test signs up its own
 * users. A file with other settings or seeded data gets its own product.
 */
export const test = base.extend<
  object,
  { product: Product; seededPostings: number; settings: Readonly<Record<string, string>> }
>({
  /** `test.use({ settings: { LEASE_SECONDS: '10' } })`: settings in addition to those of all tests. */
  settings: [{}, { option: true, scope: 'worker' }],
  /** `test.use({ seededPostings: 100_000 })`: seeds the database before the product starts. */
  seededPostings: [0, { option: true, scope: 'worker' }],
  product: [
    async ({ seededPostings, settings }, use) => {
      const shared = process.env[SHARED_PRODUCT];
      if (shared && seededPostings === 0 && Object.keys(settings).length === 0) {
        await use(JSON.parse(shared));
        return;
      }
      const product = await startProduct({ seededPostings, settings });
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ product }, use) => use(product.baseUrl),
});

export { expect } from '@playwright/test';
