import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { listCreditUsers, listUsers } from '@flyerdeck/contracts';
import { pino } from 'pino';
import { createApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { createContext } from '../../src/context.ts';
import { poolOf } from '../../src/database/pool.ts';
import { closeDatabase, openDatabase } from '../../src/dataSource.ts';
import { atMost, type Figure } from '../figure.ts';
import { type SignedIn, withProduct } from '../withProduct.ts';

const USERS = 100_000;
const RUNS = 5;
const LISTS = [
  [
    'users',
    listUsers.path,
    `SELECT telegram_id, username, first_name, last_name, created_at, is_active, is_admin
     FROM users ORDER BY created_at DESC, id`,
  ],
  [
    'users with credits',
    listCreditUsers.path,
    `SELECT telegram_id, username, first_name, last_name, credits_balance, credits_purchased, credits_spent, last_login_at
     FROM users ORDER BY credits_balance DESC, created_at, id`,
  ],
] as const;

const fillSql = `INSERT INTO users (telegram_id, username, first_name, last_name, credits_balance, created_at, last_login_at)
  SELECT (100000000 + n * 7919)::text, 'person_' || md5(n::text)::varchar(8), 'First' || n % 997, 'Last' || n % 9973,
    n % 400, now() - n * interval '5 minutes', now() - n * interval '3 minutes'
  FROM generate_series(1, ${USERS}) n`;

/** The size of an answer on the wire. It is not decompressed, because that would be measured as our work. */
async function bytesOf(baseUrl: string, path: string, headers: Record<string, string>): Promise<number> {
  const asked = request(`${baseUrl}/api${path}`, { headers });
  asked.end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}`);
  let bytes = 0;
  answer.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
  });
  await once(answer, 'end');
  return bytes;
}

/** The longest time for which the event loop of this process was blocked, in milliseconds. */
async function longestBlockMs(work: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await work();
  delay.disable();
  return delay.max / 1e6;
}

async function samplesOf<T>(measure: () => Promise<T>): Promise<T[]> {
  await measure();
  const samples: T[] = [];
  for (let run = 0; run < RUNS; run++) samples.push(await measure());
  return samples;
}

/** Runs the app in this process, so that its event loop can be measured. */
async function serveHere(databaseUrl: string) {
  const config = readConfig({ AUTH_MODE: 'mock', DATABASE_URL: databaseUrl });
  const db = await openDatabase(databaseUrl, { poolSize: 5 });
  const pool = poolOf(db);
  const app = createApp(createContext({ config, logger: pino({ level: 'silent' }), db, deviceDb: db }));
  const server = app.koa.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    pool,
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await closeDatabase(db);
    },
  };
}

async function run(): Promise<Figure[]> {
  return withProduct(async (product) => {
    await product.pool.query(fillSql);
    await product.pool.query('ANALYZE users');
    const admin: SignedIn = await product.signIn('700000009');
    await product.pool.query('UPDATE users SET is_admin = true WHERE id = $1', [admin.userId]);
    const here = await serveHere(product.databaseUrl);
    try {
      const figures: Figure[] = [];
      for (const [what, path, sql] of LISTS) {
        const gzip = { ...admin.headers, 'Accept-Encoding': 'gzip' };
        const plain = await samplesOf(() =>
          longestBlockMs(async () => JSON.stringify((await here.pool.query(sql)).rows)),
        );
        const ours = await samplesOf(() => longestBlockMs(() => bytesOf(here.baseUrl, path, gzip)));
        const seconds = await samplesOf(async () => {
          const startedAt = performance.now();
          await bytesOf(here.baseUrl, path, gzip);
          return (performance.now() - startedAt) / 1000;
        });
        const megabytes = async (headers: Record<string, string>) => (await bytesOf(here.baseUrl, path, headers)) / 1e6;
        const all = `${USERS.toLocaleString('en-US')} ${what}`;
        figures.push(
          {
            what: `${all}: longest block of the event loop`,
            unit: 'x',
            samples: ours.map((ms, index) => ms / (plain[index] ?? Number.NaN)),
            reference: `rows to JSON.stringify, ${Math.round(Math.max(...plain))} ms; ours ${Math.round(Math.max(...ours))} ms`,
            bound: atMost(0.2),
          },
          { what: `${all}: whole answer`, unit: 's', samples: seconds, reference: '-', bound: null },
          {
            what: `${all}: size, gzipped`,
            unit: 'MB',
            samples: [await megabytes(gzip)],
            reference: `${(await megabytes({ ...admin.headers, 'Accept-Encoding': 'identity' })).toFixed(1)} MB as it is`,
            bound: null,
          },
        );
      }
      return figures;
    } finally {
      await here.stop();
    }
  });
}

export const userListsBench = { title: `lists of ${USERS.toLocaleString('en-US')} users, while others wait`, run };
