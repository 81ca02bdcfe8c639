import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { controlPage } from './controlPage.ts';
import type { Runner } from './Runner.ts';

const MAX_BODY_BYTES = 10_000;
export const TOKEN_HEADER = 'x-runner-token';

type Call = (runner: Runner, body: Record<string, unknown>) => Promise<unknown> | unknown;

const CALLS: Readonly<Record<string, Call>> = {
  'GET /status': (runner) => runner.status(),
  'POST /add': (runner, { many, yes }) =>
    runner.add({ many: Math.max(1, Math.min(500, Number(many) || 1)), isConfirmed: yes === true }),
  'POST /answer': (runner, { yes }) => runner.answer(yes === true),
  'POST /open': (runner, { profile }) => runner.open(profile),
  'POST /close': (runner, { profile }) => runner.close(profile),
  'POST /remove': (runner, { profile }) => runner.remove(profile),
  'POST /view': (runner, { profile }) => runner.viewOf(profile).frame(),
  'POST /input': (runner, { profile, inputs }) => runner.viewOf(profile).input(inputs),
  'POST /pause': (runner) => runner.browsers.pause(),
  'POST /resume': (runner) => runner.resumeWork(),
};

/**
 * The runner's own page on loopback, and the calls of its commands. A call needs the token of the folder, so that neither pages of
 * the web nor other users of the machine can make it. Listening on the port is also the lock of the folder. Rejects if it is taken.
 */
export function startControl(
  runner: Runner,
  folder: { readonly port: number; readonly token: string },
): Promise<Server> {
  const { port } = folder;
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => send(response, 400, { error: (error as Error).message }));
  });
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { host = '', origin } = request.headers;
    // A page of the web may have let its own name point to this machine.
    if (!hosts.includes(host)) return send(response, 421, { error: 'Unknown host.' });
    if (origin !== undefined && origin !== `http://${host}`) return send(response, 403, { error: 'Another origin.' });
    if (request.method === 'GET' && request.url === '/') {
      const { html, policy } = controlPage();
      response.writeHead(200, {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': policy,
        'Referrer-Policy': 'no-referrer',
        ...ALWAYS,
      });
      response.end(html);
      return;
    }
    if (!isEqual(request.headers[TOKEN_HEADER], folder.token))
      return send(response, 401, { error: 'The token is needed.' });
    const call = CALLS[`${request.method} ${request.url}`];
    if (!call) return send(response, 404, { error: 'There is no such call.' });
    send(response, 200, (await call(runner, await readBody(request))) ?? {});
  }
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => resolve(server));
  });
}

const ALWAYS = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };

/** In a time that does not depend on where they differ. */
function isEqual(given: string | string[] | undefined, token: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(String(given)), hash(token));
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...ALWAYS });
  response.end(JSON.stringify(body));
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    parts.push(part);
    bytes += part.length;
    if (bytes > MAX_BODY_BYTES) throw new Error('The body is too long.');
  }
  if (bytes === 0) return {};
  let body: unknown = null;
  try {
    body = JSON.parse(Buffer.concat(parts).toString('utf8'));
  } catch {
    // The same sentence.
  }
  if (body === null || typeof body !== 'object') throw new Error('The body must be a JSON object.');
  return body as Record<string, unknown>;
}
