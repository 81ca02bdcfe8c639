import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { Context } from 'koa';
import { buildUser } from '../../../test/factories.ts';
import { useTestDatabase } from '../../../test/testDatabase.ts';
import { errorHandler } from '../http/errorHandler.ts';
import { sendRaw } from '../http/rawRequest.testing.ts';
import { readableLogger, serving } from '../http/smallServer.testing.ts';
import { requestLog } from '../security/requestLog.ts';
import { mountDownloadsRoutes } from './downloads.routes.ts';
import { issueOwnTicket } from './tickets.ts';

const database = useTestDatabase();
const OK = /^HTTP\/1.1 200 /;
const REFUSED = /^HTTP\/1.1 429 /;
const ticketOf = async (id: string) => {
  const sessionHash = randomBytes(32);
  await database.db.query(
    "INSERT INTO sessions (token_hash, user_id, expires_at) VALUES ($1, $2, now() + interval '1 hour')",
    [sessionHash, id],
  );
  const { download_url } = await issueOwnTicket(database.db, { id, sessionHash }, 'test');
  return download_url.split('/').at(-1) ?? '';
};

async function* endless() {
  for (;;) yield Buffer.alloc(1024 * 1024);
}

/** A server whose only address is that of a ZIP without end. `opened` resolves `open`, which reads what to send. */
async function withEndlessZip(
  work: (read: (ticket: string) => Promise<{ socket: Socket; answer: Promise<string> }>) => Promise<void>,
  opened: Promise<void> = Promise.resolve(),
): Promise<void> {
  const { logger } = readableLogger();
  const open = () => opened.then(() => ({ fileName: 'x.zip', body: Readable.from(endless(), { objectMode: false }) }));
  let handler: (request: object) => Promise<void> = async () => undefined;
  const endpoints = {
    mount: (_endpoint: unknown, mounted: typeof handler) => {
      handler = mounted;
    },
  };
  // The download is mounted last.
  mountDownloadsRoutes(endpoints as never, { logger } as never, { test: { type: 'zip', open } });
  const layers = [
    requestLog(logger),
    errorHandler,
    (ctx: Context) => handler({ db: database.db, params: { ticket: ctx.path.slice(1) }, ctx }),
  ];
  const sockets: Socket[] = [];
  await serving(layers as never, async (baseUrl) => {
    await work(async (ticket) => {
      const sent = await sendRaw(baseUrl, `GET /${ticket}`, {});
      sent.socket.on('error', () => undefined);
      sockets.push(sent.socket);
      return sent;
    });
    for (const socket of sockets) socket.destroy();
  });
}

test('one owner who reads slowly gets two of the eight downloads, and others still get theirs', async () => {
  const owners = await Promise.all(Array.from({ length: 5 }, () => buildUser(database.db)));
  await withEndlessZip(async (read) => {
    const answers: string[] = [];
    for (const { id } of owners.slice(0, 4)) {
      for (let n = 0; n < 3; n++) answers.push(await (await read(await ticketOf(id))).answer);
      expect(answers.splice(0)).toEqual([
        expect.stringMatching(OK),
        expect.stringMatching(OK),
        expect.stringMatching(REFUSED),
      ]);
    }
    expect(await (await read(await ticketOf(owners[4]?.id ?? ''))).answer).toMatch(REFUSED);
  });
});

test('a slot is taken before the file is opened, and a refused ticket stays valid until the slot is free', async () => {
  const { id } = await buildUser(database.db);
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  await withEndlessZip(async (read) => {
    const sent = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const ticket = await ticketOf(id);
        return { ticket, ...(await read(ticket)) };
      }),
    );
    const answers = sent.map(async ({ answer, ...rest }) => ({ answer: await answer, ...rest }));
    const refused = [await Promise.race(answers)];
    open();
    const all = await Promise.all(answers);
    expect(all.filter(({ answer }) => OK.test(answer))).toHaveLength(2);
    expect(refused[0]?.answer).toMatch(REFUSED);
    for (const { socket } of all) {
      socket.destroy();
      await once(socket, 'close');
    }
    for (;;) {
      const { answer } = await read(refused[0]?.ticket ?? '');
      if (OK.test(await answer)) break;
    }
  }, opened);
});
