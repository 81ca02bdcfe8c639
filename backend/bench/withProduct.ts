import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { startEmbeddedPostgres } from '../src/database/embeddedPostgres.ts';

export interface ServerProcess {
  readonly pid: number;
  readonly baseUrl: string;
  stop(): Promise<void>;
}

export interface BenchProduct {
  readonly baseUrl: string;
  readonly pid: number;
  readonly databaseUrl: string;
  /** Direct access to the database, to fill it. */
  readonly pool: Pool;
  /** Signs in without a proof, as mock mode allows. */
  signIn(telegramId: string): Promise<SignedIn>;
  /** Starts another server on the same database. `module` is a compiled file of this folder. */
  startBeside(module: string): Promise<ServerProcess & { readonly pool: Pool }>;
}

export interface SignedIn {
  readonly userId: string;
  readonly sessionToken: string;
  readonly telegramId: string;
  readonly headers: Readonly<Record<string, string>>;
}

const START_WITHIN_MS = 60_000;
const MAIN = join(import.meta.dirname, '../src/main.js');
/** The same flag as in `npm start` and the image: the rows of a list outlive a smaller young generation. */
const START_FLAGS = ['--max-semi-space-size=32'];

/** Writes the server's log to a file, because reading a pipe would use processor time during a measurement. */
async function startServer(script: string, env: Record<string, string>, folder: string): Promise<ServerProcess> {
  const linesFile = join(folder, `${script.replaceAll(/\W/g, '-').slice(-40)}.log`);
  const lines = await open(linesFile, 'w');
  const { PATH = '', HOME = '', CHROMIUM_PATH } = process.env;
  const child = spawn(process.execPath, [...(script === MAIN ? START_FLAGS : []), script], {
    // No other settings of the caller, because they could change the measurement.
    env: { PATH, HOME, ...(CHROMIUM_PATH ? { CHROMIUM_PATH } : {}), ...env },
    stdio: ['ignore', lines.fd, lines.fd],
  });
  const exited = once(child, 'exit');
  await lines.close();
  const baseUrl = await readAddress(child, linesFile).catch(async (error) => {
    child.kill('SIGKILL');
    throw error;
  });
  return {
    baseUrl,
    pid: child.pid ?? 0,
    async stop() {
      if (child.exitCode === null) child.kill('SIGTERM');
      await exited;
    },
  };
}

async function readAddress(child: ChildProcess, linesFile: string): Promise<string> {
  for (const deadline = Date.now() + START_WITHIN_MS; Date.now() < deadline; await sleep(50)) {
    const log = await readFile(linesFile, 'utf8');
    const address = /running at (http:\/\/\S+)/.exec(log)?.[1];
    if (address) return address;
    if (child.exitCode !== null) throw new Error(`The server ended before it printed its address:\n${log}`);
  }
  throw new Error('The server did not print its address in time.');
}

async function signIn(baseUrl: string, pool: Pool, telegramId: string): Promise<SignedIn> {
  const response = await fetch(`${baseUrl}/api/auth/telegram`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ telegram_id: telegramId, username: 'bench', first_name: 'Bench', last_name: 'User' }),
  });
  if (!response.ok) throw new Error(`sign-in answered ${response.status}: ${await response.text()}`);
  const { session_token: sessionToken } = (await response.json()) as { session_token: string };
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM users WHERE telegram_id = $1', [telegramId]);
  const [user] = rows;
  if (!user) throw new Error('The signed-in user is not in the database.');
  const headers = { 'X-Session-Token': sessionToken, 'X-Telegram-ID': telegramId };
  return { userId: user.id, sessionToken, telegramId, headers };
}

/** Runs `work` against the product on an embedded Postgres with default settings, in a temporary folder. */
export async function withProduct<T>(work: (product: BenchProduct) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'flyerdeck-bench-'));
  // As root, Postgres runs as another user, who must be able to enter this folder.
  await chmod(folder, 0o711);
  const stops: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  try {
    const postgres = await startEmbeddedPostgres({ dataDir: folder });
    stops.push(() => postgres.stop());
    const env = {
      DATABASE_URL: postgres.url,
      DATA_DIR: folder,
      PORT: '0',
      AUTH_MODE: 'mock',
      RATE_LIMIT_FACTOR: '1000000',
    };
    const product = await startServer(MAIN, env, folder);
    stops.push(() => product.stop());
    const pool = new Pool({ connectionString: postgres.url, max: 3 });
    stops.push(() => pool.end());
    return await work({
      baseUrl: product.baseUrl,
      pid: product.pid,
      databaseUrl: postgres.url,
      pool,
      signIn: (telegramId) => signIn(product.baseUrl, pool, telegramId),
      async startBeside(module) {
        const server = await startServer(join(import.meta.dirname, module), env, folder);
        stops.push(() => server.stop());
        return { ...server, pool };
      },
    });
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}
