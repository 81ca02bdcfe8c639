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
  'POST /open': async (runner, { profile }) => ({ view: await runner.browsers.open(String(profile)) }),
  'POST /close': (runner, { profile }) => runner.browsers.close(String(profile)),
  'POST /remove': (runner, { profile }) => runner.browsers.remove(String(profile)),
  'POST /pause': (runner) => runner.browsers.pause(),
  'POST /resume': (runner) => runner.resumeWork(),
};

/**
 * The runner's own page on loopback, and the calls of its commands. A call needs the token of the folder, so that neither pages of
 * the web nor other users of the machine can make it. Listening on the port is also the lock of the folder. Rejects if it is taken.
 */
export function startControl(
  runner: Runner,
  { port, token }: { readonly port: number; readonly token: string },
): Promise<Server> {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => send(response, 400, { error: (error as Error).message }));
  });
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // A page of the web may have let its own name point to this machine.
    if (!hosts.includes(request.headers.host ?? '')) return send(response, 421, { error: 'Unknown host.' });
    if (request.method === 'GET' && request.url === '/') {
      const { html, policy } = controlPage();
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy });
      response.end(html);
      return;
    }
    if (request.headers[TOKEN_HEADER] !== token)
      return send(response, 401, { error: 'Open the address that the runner has printed.' });
    const call = CALLS[`${request.method} ${request.url}`];
    if (!call) return send(response, 404, { error: 'There is no such call.' });
    send(response, 200, (await call(runner, await readBody(request))) ?? {});
  }
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => resolve(server));
  });
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  response.end(JSON.stringify(body));
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = '';
  for await (const part of request) {
    text += String(part);
    if (text.length > MAX_BODY_BYTES) throw new Error('The body is too long.');
  }
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}
