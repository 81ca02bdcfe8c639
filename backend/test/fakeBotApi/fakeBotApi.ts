import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { BotApiError } from './botApiError.ts';
import { callMethod, type FakeBot } from './botMethods.ts';
import { FakeTelegram } from './fakeTelegram.ts';
import { Faults } from './faults.ts';
import { readCall } from './requestBody.ts';
import { UpdateFeed } from './updateFeed.ts';

export interface FakeBotApi extends FakeBot {
  /** Value for TELEGRAM_API_ROOT. */
  readonly url: string;
  readonly faults: Faults;
  /** All calls so far, in order. */
  readonly calls: readonly { readonly method: string; readonly at: number }[];
  stop(): Promise<void>;
}

export interface FakeBotApiOptions {
  readonly token: string;
  readonly username?: string;
  /** 0 selects a free port. */
  readonly port?: number;
}

/**
 * A Bot API server for tests and the demo, with real HTTP, uploads and Telegram's error answers. `telegram` simulates
 * its users, `faults` simulates failures.
 */
export async function startFakeBotApi({
  token,
  username = 'flyerdeck_bot',
  port = 0,
}: FakeBotApiOptions): Promise<FakeBotApi> {
  const telegram = new FakeTelegram();
  const feed = new UpdateFeed(telegram);
  const faults = new Faults();
  const calls: { method: string; at: number }[] = [];
  const bot: FakeBot = { telegram, feed, username, commands: new Map() };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://fake');
    const [, area = '', ...rest] = url.pathname.split('/');
    if (area === 'file') {
      answerFile(rest, response);
      return;
    }
    const method = rest.join('/');
    if (area !== `bot${token}`) throw new BotApiError(401, 'Unauthorized');
    const call = await readCall(request, url);
    calls.push({ method, at: Date.now() });
    const fault = faults.next(method);
    if (fault?.kind === 'silence') return;
    if (fault?.kind === 'too_many_requests') {
      throw new BotApiError(429, `Too Many Requests: retry after ${fault.retryAfter}`, {
        retry_after: fault.retryAfter,
      });
    }
    if (fault?.kind === 'server_error') throw new BotApiError(fault.status ?? 502, 'Bad Gateway');
    const result = await callMethod(bot, method, call);
    if (result === undefined) throw new BotApiError(404, 'Not Found');
    if (fault?.kind === 'slow') await sleep(fault.ms);
    if (fault?.kind === 'accept_then_drop') request.socket.destroy();
    else send(response, 200, { ok: true, result });
  };

  const answerFile = ([bearer, ...path]: string[], response: ServerResponse): void => {
    const fault = faults.next('download');
    if (fault?.kind === 'silence') return;
    const bytes = !fault && bearer === `bot${token}` ? telegram.fileAt(path.join('/')) : null;
    if (bytes) {
      response
        .writeHead(200, { 'Content-Type': 'application/octet-stream', 'Content-Length': bytes.length })
        .end(bytes);
    } else {
      send(response, fault ? 502 : 404, { ok: false, error_code: fault ? 502 : 404, description: 'Not Found' });
    }
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      const { code, message, parameters } =
        error instanceof BotApiError ? error : new BotApiError(500, `Internal Server Error: ${String(error)}`);
      send(response, code, {
        ok: false,
        error_code: code,
        description: message,
        ...(parameters ? { parameters } : {}),
      });
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');

  return {
    ...bot,
    faults,
    calls,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      feed.close();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function send(response: ServerResponse, status: number, body: unknown): void {
  if (response.destroyed || response.headersSent) return;
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}
