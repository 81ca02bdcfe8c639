import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { fillDevices, sessionOf } from './fillDevices.ts';
import { CallLog } from './fleet.ts';

export type Headers = Readonly<Record<string, string>>;

export interface Answer {
  /** 0 when the connection was closed or the answer took too long. */
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Decoded when it is read: the answers of a load are not, because decoding megabytes delays the calls that are measured beside it. */
  readonly text: string;
}

export interface Call {
  readonly method?: string;
  readonly headers?: Headers;
  /** An object is sent as JSON. */
  readonly body?: Buffer | string | object | null;
  readonly agent?: Agent;
  readonly withinMs?: number;
}

const AGENT = new Agent({ keepAlive: true });
const NO_ANSWER: Answer = { status: 0, headers: {}, text: '' };

/** Uses node:http, because fetch needs about as much processor time as the product. */
export function send(
  url: string,
  { method = 'POST', headers = {}, body = null, agent = AGENT, withinMs = 30_000 }: Call = {},
): Promise<Answer> {
  const isJson = body !== null && typeof body === 'object' && !Buffer.isBuffer(body);
  const bytes = isJson ? JSON.stringify(body) : (body ?? '');
  const all = {
    ...(isJson ? { 'Content-Type': 'application/json' } : {}),
    'Content-Length': Buffer.byteLength(bytes as string | Buffer),
    ...headers,
  };
  return new Promise((resolve) => {
    const sent = request(url, { method, agent, timeout: withinMs, headers: all }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', () => resolve(NO_ANSWER));
      response.on('end', () => {
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          get text() {
            return Buffer.concat(chunks).toString('utf8');
          },
        });
      });
    });
    sent.on('timeout', () => sent.destroy());
    sent.on('error', () => resolve(NO_ANSWER));
    sent.end(bytes);
  });
}

/** The JSON of a call that must succeed. */
export async function callOk<T>(url: string, call: Call): Promise<T> {
  const { status, text } = await send(url, call);
  if (status < 200 || status > 299) throw new Error(`${url} answered ${status}: ${text.slice(0, 300)}`);
  return JSON.parse(text) as T;
}

type HonestUser = Readonly<{ headers: Headers; deviceSecret: string }>;

const PATHS = ['/auth/me', '/tasks', '/queue/info', '/extension/poll'];
const EVERY_MS = 10;

/** Creates users with a page and its device each. */
export async function createHonestUsers(pool: Pool, users: number): Promise<HonestUser[]> {
  const pages = await fillDevices(pool, { users, pagesEach: 1, flyers: 20, credits: 1 });
  return Promise.all(
    pages.map(async ({ ownerId, deviceSecret }) => ({ headers: await sessionOf(pool, ownerId), deviceSecret })),
  );
}

/**
 * Users and devices that call the server at a steady rate while `work` runs. Slow answers do not delay the next calls. Returns the
 * 99th percentile of their response times, in ms, and their unexpected answers.
 */
export async function whileHonestUsersCall<T>(
  baseUrl: string,
  users: readonly HonestUser[],
  work: () => Promise<T>,
): Promise<{ done: T; p99: number; problems: string[] }> {
  const log = new CallLog();
  const callOnce = async (n: number) => {
    const { headers, deviceSecret } = users[n % users.length] as HonestUser;
    const path = PATHS[Math.floor(n / users.length) % PATHS.length] ?? '';
    const startedAt = performance.now();
    const call = path.endsWith('poll')
      ? { headers: { Authorization: `Bearer ${deviceSecret}` }, body: { health: 'ok' } }
      : { method: 'GET', headers };
    const { status } = await send(`${baseUrl}/api${path}`, { ...call, withinMs: 20_000 });
    log.add(path, performance.now() - startedAt);
    if (status !== 200) log.problem(`an honest ${path} was answered ${status || 'with a closed connection'}`);
  };
  const calls: Promise<void>[] = [];
  let isOver = false;
  const calling = (async () => {
    for (; !isOver; await sleep(EVERY_MS)) calls.push(callOnce(calls.length));
    await Promise.all(calls);
  })();
  const done = await work().finally(() => {
    isOver = true;
  });
  await calling;
  return { done, p99: log.p99(log.phase), problems: log.failures };
}
