import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { startFakeBotApi } from '../demo/fakeBotApi/fakeBotApi.ts';
import { BOT_TOKEN } from '../src/auth/proofs.fixture.ts';
import { createTelegram } from '../src/bot/telegram.ts';
import { readConfig } from '../src/config.ts';
import { createContext } from '../src/context.ts';
import { photo } from '../src/files/images.fixture.ts';
import { createLogger } from '../src/logger.ts';
import { openTraces } from '../src/traces/traces.ts';
import { startWorker } from '../src/worker.ts';
import { eventually } from './eventually.ts';
import { buildPage, buildQueuedAssistant, buildUser } from './factories.ts';
import { startSeparateProcess } from './separateProcess.ts';
import { useTestDatabase } from './testDatabase.ts';

const database = useTestDatabase();

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly status: { readonly code?: number };
  readonly attributes: Attributes;
  readonly roles: string;
}
type Attributes = readonly {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number };
}[];
interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: Attributes };
    readonly scopeSpans: readonly { readonly spans: readonly Omit<Span, 'roles'>[] }[];
  }[];
}

/** Receives spans over OTLP/HTTP and keeps them in memory. */
const spans: Span[] = [];
const receiver: Server = createServer(async (request, response) => {
  if (request.url !== '/v1/traces') return void response.writeHead(404).end();
  for (const { resource, scopeSpans } of ((await json(request)) as Export).resourceSpans) {
    const roles = JSON.stringify(resource.attributes.find(({ key }) => key === 'flyerdeck.roles')?.value);
    for (const scope of scopeSpans) spans.push(...scope.spans.map((span) => ({ ...span, roles })));
  }
  response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
});

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  receiver.closeAllConnections();
  await new Promise((resolve) => receiver.close(resolve));
});

test('a posting is one trace across the processes, from its claim to the message of the bot', async () => {
  const { db, url } = database;
  const telegram = await startFakeBotApi({ token: BOT_TOKEN });
  try {
    const owner = await buildUser(db, { posting: true });
    telegram.telegram.meet({ id: Number(owner.telegramId), first_name: 'Anna', username: 'anna', language_code: 'en' });
    const page = await buildPage(db, owner.id);
    await buildQueuedAssistant(db, owner.id, { pages: [page] });
    const settings = {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`,
      BOT_TOKEN,
      TELEGRAM_API_ROOT: telegram.url,
      DATABASE_URL: url,
      LOG_LEVEL: 'silent',
    };
    const main = JSON.stringify(join(import.meta.dirname, '../src/main.ts'));
    const api = await startSeparateProcess(`await import(${main});`, {
      ...settings,
      ROLE: 'api',
      PORT: '0',
      AUTH_MODE: 'mock',
    });
    const baseUrl = /http:\/\/\S+/.exec(api.firstLine)?.[0] ?? '';
    const config = readConfig({ ...settings, ROLE: 'worker', INTERNAL_URL: baseUrl });
    const logger = createLogger('silent');
    const traces = await openTraces(config, logger);
    const stopping = new AbortController();
    const worker = await startWorker(createContext({ config, logger, db, deviceDb: db, traces }), {
      screenshotTaker: { take: () => photo() },
      bot: {
        telegram: createTelegram({ ...config, botToken: BOT_TOKEN }, logger),
        baseUrl,
        stopping: stopping.signal,
      },
    });

    const call = async (path: string, body: unknown) => {
      const response = await fetch(`${baseUrl}/api/extension${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${page.deviceSecret}` },
        body: JSON.stringify(body),
      });
      expect(response.status).toBe(200);
      return (await response.json()) as { posting: { id: string; claim_token: string } };
    };
    const { posting } = await call('/poll', {});
    for (const report of ['submitting', 'posted', 'posted']) {
      await call(`/postings/${posting.id}/${report}`, { claim_token: posting.claim_token });
    }
    // One text and one picture.
    const chat = () => telegram.telegram.messagesTo(Number(owner.telegramId));
    await eventually(chat, (messages) => messages.some(({ kind }) => kind === 'photo'), 120_000);
    // A stop sends the last spans.
    stopping.abort();
    await Promise.all([api.stop(), worker.stop().then(() => traces.stop())]);

    const traceId = posting.id.replaceAll('-', '');
    const rootId = traceId.slice(16);
    expect(new Set(spans.map((span) => span.traceId))).toEqual(new Set([traceId]));
    const inOrder = [...spans].sort((one, other) => (one.startTimeUnixNano < other.startTimeUnixNano ? -1 : 1));
    const role = (span: Span) => /api|worker/.exec(span.roles)?.[0];
    expect(inOrder.map((span) => [span.name, role(span), span.parentSpanId ?? 'root', span.status.code ?? 0])).toEqual([
      ['claim', 'api', 'root', 0],
      ['submitting', 'api', rootId, 0],
      ['posted', 'api', rootId, 0],
      ['screenshot', 'worker', rootId, 0],
      ['deliver_screenshots', 'worker', rootId, 0],
      ['send_screenshots', 'worker', rootId, 0],
    ]);
    const attributesOf = (span?: Span) =>
      Object.fromEntries((span?.attributes ?? []).map(({ key, value }) => [key, value.stringValue ?? value.intValue]));
    const id = { 'flyerdeck.posting_id': posting.id };
    expect(inOrder.slice(0, 4).map(attributesOf)).toEqual([
      { ...id, 'flyerdeck.outcome': 'ok', 'flyerdeck.page_id': page.guid, 'flyerdeck.attempt': 1 },
      { ...id, 'flyerdeck.outcome': 'ok' },
      { ...id, 'flyerdeck.outcome': 'ok' },
      { ...id, 'flyerdeck.outcome': 'ok', 'flyerdeck.owner_id': owner.id, 'flyerdeck.attempt': 1 },
    ]);
    expect(inOrder[0]?.spanId).toBe(rootId);
    expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(spans.length);
  } finally {
    await telegram.stop();
  }
});
