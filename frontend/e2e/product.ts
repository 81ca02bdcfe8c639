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

/** Who may see and do everything; nobody else is an admin. */
export const ADMIN_TELEGRAM_ID = '100000009';

/** The environment variable by which workers learn of the product that they share (sharedProduct.ts), as JSON. */
export const SHARED_PRODUCT = 'E2E_PRODUCT';

export interface Product {
  readonly baseUrl: string;
  /** Where its Postgres lies, unless DATABASE_URL names another one. */
  readonly dataDir: string;
}

/** In a product whose database was filled before it started: one of its admins. */
export const SEEDED_ADMIN_TELEGRAM_ID = '200000001';

const fillDatabase = (dataDir: string, postings: number) =>
  promisify(execFile)(process.execPath, [SEED, '--postings', String(postings)], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
  });

interface ProductStart {
  readonly seededPostings?: number;
  /** Change those of the tests: mock sign-in, no bot. */
  readonly settings?: Readonly<Record<string, string>>;
}

export async function startProduct({
  seededPostings = 0,
  settings = {},
}: ProductStart = {}): Promise<Product & { stop(): Promise<void> }> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'flyerdeck-e2e-'));
  if (seededPostings > 0) await fillDatabase(dataDir, seededPostings);
  const server = spawn(process.execPath, [MAIN], {
    env: {
      ...process.env,
      AUTH_MODE: 'mock',
      ADMIN_TELEGRAM_IDS: ADMIN_TELEGRAM_ID,
      PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      RATE_LIMIT_FACTOR: '100',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(server, 'exit');
  const lines = createInterface({ input: server.stdout });
  const address = new Promise<string>((resolve) => {
    lines.on('line', (line) => {
      const url = /http:\/\/\S+/.exec(line)?.[0];
      if (url) resolve(url);
      // The server's own warnings belong to the test's report.
      else process.stdout.write(`${line}\n`);
    });
  });
  const baseUrl = await Promise.race([
    address,
    exited.then(([status]) => {
      throw new Error(`the server ended with ${status} before it said its address`);
    }),
  ]);
  return {
    baseUrl,
    dataDir,
    async stop() {
      server.kill('SIGTERM');
      await exited;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * The real product: server, Postgres, jobs and Chromium. All workers share one, and each test signs up people of its own; a
 * file that needs other settings, or a filled database, gets a product of its own.
 */
export const test = base.extend<
  object,
  { product: Product; seededPostings: number; settings: Readonly<Record<string, string>> }
>({
  /** `test.use({ settings: { LEASE_SECONDS: '10' } })`: settings of the product beside those of all tests. */
  settings: [{}, { option: true, scope: 'worker' }],
  /** `test.use({ seededPostings: 100_000 })`: made-up people's postings are there before the product starts. */
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
