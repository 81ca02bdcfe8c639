import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BodyOf, Endpoint, ErrorResponse, ParamsOf, QueryOf, ResponseOf } from '@flyerdeck/contracts';
import type { Pool } from 'pg';
import { type Logger, pino } from 'pino';
import type { SignedPerson } from '../src/accounts/auth/proofs.fixture.ts';
import { type App, createApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { type AppContext, createContext } from '../src/context.ts';
import { createHttpServer } from '../src/server/http/httpServer.ts';
import { useTestDatabase } from './testDatabase.ts';

export interface Credentials {
  readonly sessionToken: string;
  readonly telegramId: string;
}

type CallOptions<E extends Endpoint> = {
  params?: ParamsOf<E>;
  query?: QueryOf<E>;
  body?: BodyOf<E> | FormData;
  /** A user's credentials or a device's secret. */
  as?: Credentials | string;
  headers?: Record<string, string>;
};

/** A response: `json` is typed by the contract and valid after a success, `error` after a failure. */
export interface CallResult<E extends Endpoint> {
  readonly status: number;
  readonly headers: Headers;
  readonly json: ResponseOf<E>;
  readonly error: ErrorResponse;
  readonly bytes: Buffer;
}

/** The latest answer of each call that succeeded in this test file. */
export const successes = new Map<Endpoint, CallResult<Endpoint>>();

export interface TestServer {
  readonly app: App;
  /** The app's context, with the connection pool for statements of the test itself. */
  readonly context: AppContext & { readonly pool: Pool };
  readonly baseUrl: string;
  call<const E extends Endpoint>(endpoint: E, options?: CallOptions<E>): Promise<CallResult<E>>;
  /** Signs in without a proof in mock mode, or with one where the server has a bot token. */
  signIn(telegramId: string): Promise<Credentials>;
}

/** One folder for each test process, because tests check the files of uploads in it. */
const DATA_DIR = join(tmpdir(), `flyerdeck-tests-${process.pid}`);
const BACKUP_DIR = join(DATA_DIR, 'backups');

export const authHeaders = (as: Credentials | string | undefined): Record<string, string> => {
  if (as === undefined) return {};
  if (typeof as === 'string') return { Authorization: `Bearer ${as}` };
  return { 'X-Session-Token': as.sessionToken, 'X-Telegram-ID': as.telegramId };
};

/** Imported on demand, because most test servers are in mock mode. */
async function initDataFor(person: SignedPerson, botToken: string): Promise<string> {
  const { initDataOf } = await import('../src/accounts/auth/proofs.fixture.ts');
  return initDataOf(person, new Date(), botToken);
}

/** The app on a free port, with the test file's database. Every answer is checked against its contract. */
export function useTestServer(
  env: Record<string, string> = {},
  logger: Logger = pino({ level: process.env.LOG_LEVEL ?? 'silent' }),
): TestServer {
  const database = useTestDatabase();
  let started: { app: App; context: TestServer['context']; server: Server; baseUrl: string } | undefined;

  beforeAll(async () => {
    const config = readConfig({ AUTH_MODE: 'mock', RATE_LIMIT_FACTOR: '100', DATA_DIR, BACKUP_DIR, ...env });
    const { db, pool } = database;
    const context = { ...createContext({ config, logger, db, deviceDb: db }), pool };
    const app = createApp(context, { validateResponses: true });
    const server = createHttpServer(app.koa.callback()).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    started = { app, context, server, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  });
  afterAll(async () => {
    const server = started?.server;
    server?.closeAllConnections();
    await new Promise((resolve) => (server ? server.close(resolve) : resolve(null)));
  });

  const running = () => {
    if (!started) throw new Error('The test server runs only while tests run: use it inside one, or in beforeAll.');
    return started;
  };
  const call: TestServer['call'] = async (endpoint, { params, query, body, as, headers } = {}) => {
    let path: string = endpoint.path;
    for (const [name, value] of Object.entries(params ?? {}))
      path = path.replace(`:${name}`, encodeURIComponent(String(value)));
    const search = new URLSearchParams(
      Object.entries(query ?? {})
        .filter(([, value]) => value !== undefined)
        .map(([name, value]): [string, string] => [name, String(value)]),
    );
    const isForm = body instanceof FormData;
    const response = await fetch(`${running().baseUrl}/api${path}${search.size > 0 ? `?${search}` : ''}`, {
      method: endpoint.method,
      headers: {
        // Compression would slow down tests with large answers.
        'Accept-Encoding': 'identity',
        ...(body !== undefined && !isForm ? { 'Content-Type': 'application/json' } : {}),
        ...authHeaders(as),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const isJson = response.headers.get('Content-Type')?.includes('json') ?? false;
    const parsed = isJson && bytes.length > 0 ? JSON.parse(bytes.toString()) : undefined;
    const result = { status: response.status, headers: response.headers, json: parsed, error: parsed, bytes };
    if (result.status === endpoint.status) successes.set(endpoint, result);
    return result;
  };
  return {
    get app() {
      return running().app;
    },
    get context() {
      return running().context;
    },
    get baseUrl() {
      return running().baseUrl;
    },
    call,
    async signIn(telegramId) {
      const { botToken } = running().context.config;
      const names = { first_name: 'Test', last_name: 'User', username: `user${telegramId}` };
      const proof = botToken ? { init_data: await initDataFor({ id: Number(telegramId), ...names }, botToken) } : {};
      const response = await fetch(`${running().baseUrl}/api/auth/telegram`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ telegram_id: telegramId, ...names, ...proof }),
      });
      if (!response.ok) throw new Error(`sign-in answered ${response.status}: ${await response.text()}`);
      return { sessionToken: ((await response.json()) as { session_token: string }).session_token, telegramId };
    },
  };
}
