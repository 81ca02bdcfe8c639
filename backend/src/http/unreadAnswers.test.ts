import { once } from 'node:events';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context, Middleware } from 'koa';
import { eventually } from '../../test/eventually.ts';
import { errorHandler } from './errorHandler.ts';
import { JsonText } from './jsonText.ts';
import { sendRaw } from './rawRequest.testing.ts';
import { requestLog } from './requestLog.ts';
import { readableLogger, serving } from './smallServer.testing.ts';
import { limitUnreadAnswers, UNREAD_LIMITS } from './unreadAnswers.ts';

const MB = 1024 * 1024;
/** More than the kernel buffers for a reader that does not read. */
const ANSWER_BYTES = 16 * MB;
const LIMITS = {
  ...UNREAD_LIMITS,
  bytesOfCaller: 2 * ANSWER_BYTES,
  totalBytes: 3 * ANSWER_BYTES,
  minBytesPerSecond: 100 * MB,
};

const streamOf = (pieces: number) => Readable.from(Array(pieces).fill(Buffer.alloc(MB)), { objectMode: false });
/** Longer than the idle timeout of its test. */
async function* beginningLate() {
  await sleep(300);
  yield Buffer.alloc(MB);
}

const answers: Record<string, () => unknown> = {
  '/small': () => 'small',
  '/text': () => 'x'.repeat(ANSWER_BYTES),
  '/stream': () => streamOf(ANSWER_BYTES / MB),
  '/unknown-length': () => streamOf(ANSWER_BYTES / MB),
  '/late': () => Readable.from(beginningLate(), { objectMode: false }),
};

/** Answers at the addresses above; X-Address is the caller's address. */
const answer: Middleware = (ctx) => {
  ctx.request.ip = ctx.get('X-Address') || '192.0.2.1';
  if (ctx.get('X-User')) ctx.state.user = { id: ctx.get('X-User') };
  ctx.set('Cache-Control', 'immutable');
  ctx.set('ETag', '"x"');
  if (ctx.path === '/pieces') {
    const text = new JsonText(Array(ANSWER_BYTES / MB).fill('x'.repeat(MB)));
    ctx.state.answerBytes = text.length;
    ctx.body = text.stream();
    return;
  }
  ctx.body = answers[ctx.path]?.();
  if (ctx.path === '/stream') ctx.length = ANSWER_BYTES;
};

async function withLimits(limits: Partial<typeof LIMITS>, work: (reader: Readers) => Promise<void>, last = answer) {
  const layers = [
    requestLog(readableLogger().logger),
    errorHandler,
    limitUnreadAnswers({ ...LIMITS, ...limits }),
    last,
  ];
  await serving(layers as never, (baseUrl) => work(readersOf(baseUrl)));
}

type Readers = ReturnType<typeof readersOf>;
function readersOf(baseUrl: string) {
  const sockets: Socket[] = [];
  return {
    /** Makes a request and reads only the beginning of the answer. */
    async idle(path = '/text', address = '192.0.2.1') {
      const { socket, answer: beginning } = await sendRaw(baseUrl, `GET ${path}`, { 'X-Address': address });
      socket.on('error', () => undefined);
      sockets.push(socket);
      const status = Number(/^HTTP\/1.1 (\d+)/.exec(await beginning)?.[1]);
      socket.pause();
      return { socket, status };
    },
    get: (path: string, address = '192.0.2.1') => fetch(`${baseUrl}${path}`, { headers: { 'X-Address': address } }),
    sendRaw: (...given: Parameters<typeof sendRaw> extends [string, ...infer Rest] ? Rest : never) =>
      sendRaw(baseUrl, ...given),
  };
}

/** Repeats the request until it is answered with this status. */
const waitForStatus = (status: number, ask: () => Promise<Response>) =>
  eventually(
    () => ask().then((response) => response.arrayBuffer().then(() => response.status)),
    (answered) => answered === status,
  );

test.each(['/text', '/pieces'])('the unread bytes of one address are limited: %s [S2.4-5]', async (path) => {
  await withLimits({}, async (reader) => {
    const waiting = [await reader.idle(path), await reader.idle(path)];
    expect(waiting.map(({ status }) => status)).toEqual([200, 200]);
    const refused = await reader.get(path);
    expect([refused.status, refused.headers.get('Retry-After'), refused.headers.get('ETag')]).toEqual([429, '2', null]);
    expect(refused.headers.get('Cache-Control')).toBe('no-store');
    expect(await refused.json()).toMatchObject({ code: 'rate_limited' });
    // Small answers and answers to other addresses are not refused.
    expect((await reader.get('/small')).status).toBe(200);
    expect((await (await reader.get(path, '192.0.2.2')).arrayBuffer()).byteLength).toBe(ANSWER_BYTES);
    waiting[0]?.socket.destroy();
    await waitForStatus(200, () => reader.get(path));
  });
});

test('signed-in users are counted by user, not by address', async () => {
  await withLimits({ bytesOfCaller: ANSWER_BYTES }, async (reader) => {
    expect((await reader.idle('/text')).status).toBe(200);
    expect((await reader.get('/text')).status).toBe(429);
    const { answer: asUser } = await reader.sendRaw('GET /text', { 'X-User': 'anna' });
    expect(await asUser).toMatch(/^HTTP\/1.1 200 /);
  });
});

test('the unread bytes of all callers together are limited', async () => {
  await withLimits({}, async (reader) => {
    const first = await reader.idle('/text', '192.0.2.1');
    for (const address of ['192.0.2.2', '192.0.2.3']) expect((await reader.idle('/text', address)).status).toBe(200);
    expect((await reader.get('/text', '192.0.2.4')).status).toBe(503);
    first.socket.destroy();
    await waitForStatus(200, () => reader.get('/text', '192.0.2.4'));
  });
});

test('a stream is counted by its buffered bytes, not by its length', async () => {
  await withLimits({}, async (reader) => {
    const statuses: number[] = [];
    for (let count = 0; count < 9; count++) statuses.push((await reader.idle('/stream')).status);
    expect(statuses).toEqual([...Array(8).fill(200), 429]);
  });
});

test('completely read answers and answers to closed connections are no longer counted', async () => {
  const closingEarly: Middleware = async (ctx: Context, next) => {
    if (ctx.path !== '/late') return answer(ctx, next);
    ctx.req.socket.destroy();
    await once(ctx.res, 'close');
    ctx.body = 'x'.repeat(ANSWER_BYTES);
  };
  await withLimits(
    {},
    async (reader) => {
      for (let count = 0; count < 4; count++) {
        await expect(reader.get('/late')).rejects.toThrow();
        expect((await (await reader.get('/text')).arrayBuffer()).byteLength).toBe(ANSWER_BYTES);
      }
    },
    closingEarly as Middleware,
  );
});

test('an answer larger than the limit is sent when no other answer is unread', async () => {
  await withLimits({ bytesOfCaller: MB, totalBytes: MB }, async (reader) => {
    expect((await (await reader.get('/text')).arrayBuffer()).byteLength).toBe(ANSWER_BYTES);
  });
});

test('large answers to requests that are pipelined over one connection are counted until it is closed', async () => {
  await withLimits({}, async (reader) => {
    const requests = 'GET /text HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(3);
    const { socket } = await reader.sendRaw('GET /text', {}, requests);
    const statuses: string[] = [];
    for await (const chunk of socket) {
      statuses.push(...[...String(chunk).matchAll(/HTTP\/1.1 (\d+)/g)].map(([, status = '']) => status));
      if (statuses.length === 4) break;
    }
    const waiting = await reader.sendRaw('GET /text', {}, requests);
    await waiting.answer;
    await waitForStatus(429, () => reader.get('/text', '192.0.2.1'));
    waiting.socket.destroy();
    await waitForStatus(200, () => reader.get('/text', '192.0.2.1'));
    expect(statuses).toEqual(['200', '200', '429', '429']);
  });
});

test('a stream of unknown length may begin late', async () => {
  await withLimits({ idleTimeoutMs: 100, minBytesPerSecond: 1_024 }, async (reader) => {
    expect((await (await reader.get('/late')).arrayBuffer()).byteLength).toBe(MB);
  });
});

describe('a connection is closed', () => {
  /** Resolves once the server has closed the connection. */
  function watched() {
    let close: () => void;
    const closed = new Promise<void>((resolve) => {
      close = resolve;
    });
    const layer: Middleware = (ctx, next) => {
      ctx.req.socket.once('close', () => close());
      return answer(ctx, next);
    };
    return { closed, layer };
  }
  const expectCutOff = async (socket: Socket) => {
    socket.resume();
    await once(socket, 'close');
    expect(socket.bytesRead).toBeLessThan(ANSWER_BYTES);
  };

  test.each(['/text', '/stream', '/unknown-length'])('when its reader stops reading: %s', async (path) => {
    const { closed, layer } = watched();
    const limits = { idleTimeoutMs: 100, minBytesPerSecond: 1_024 };
    await withLimits(
      limits,
      async (reader) => {
        const { socket } = await reader.idle(path);
        await closed;
        await expectCutOff(socket);
      },
      layer,
    );
  });

  test.each(['/stream', '/unknown-length'])('when its reader reads steadily but too slowly: %s', async (path) => {
    const { closed, layer } = watched();
    await withLimits(
      { idleTimeoutMs: 500, minBytesPerSecond: 1_000 * MB },
      async (reader) => {
        const { socket } = await reader.idle(path);
        const reading = setInterval(() => socket.read(64 * 1024), 20);
        await closed;
        clearInterval(reading);
        await expectCutOff(socket);
      },
      layer,
    );
  });
});
