import { once } from 'node:events';
import { readdir, readlink } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import {
  createAssistant,
  listAssistantTasks,
  MAX_FLYER_BYTES_PER_USER,
  MAX_IMAGE_BYTES,
  MAX_UPLOAD_FILES,
  uploadTasks,
} from '@flyerdeck/contracts';
import { flyerForm } from '../../../test/api/flyers.testing.ts';
import { signUp } from '../../../test/api/people.testing.ts';
import { uploadFlyers } from '../../../test/asRoutes.ts';
import { until } from '../../../test/eventually.ts';
import { buildAssistant, buildUsedSpace, buildUser } from '../../../test/factories.ts';
import { useTestDatabase } from '../../../test/testDatabase.ts';
import { type Credentials, useTestServer } from '../../../test/testServer.ts';
import { inTransaction } from '../../database/transaction.ts';
import { createPostgresFileStore } from '../../files/createFileStore.ts';
import { png } from '../../files/images.fixture.ts';
import { type NewFlyer, removeFlyer } from './flyers.service.ts';

describe('upload', () => {
  const UNKNOWN_ID = '00000000-0000-0000-0000-000000000000';
  const PART = '--x\r\nContent-Disposition: form-data; name="images"; filename="a.png"\r\n\r\n';
  const sockets = new Set<Socket>();
  afterEach(() => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  });

  /** Sends the headers of an upload of 200 MB, and `body` as its first bytes. */
  async function beginUpload(baseUrl: string, path: string, as: Credentials | null, body = ''): Promise<Socket> {
    const { hostname, port, host } = new URL(baseUrl);
    const socket = connect(Number(port), hostname);
    sockets.add(socket);
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    const auth = as ? `X-Session-Token: ${as.sessionToken}\r\nX-Telegram-ID: ${as.telegramId}\r\n` : '';
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: ${host}\r\n${auth}Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 200000000\r\n\r\n${body}`,
    );
    return socket;
  }

  /** The status and the error code of the answer. */
  async function answerTo(socket: Socket): Promise<[number, string]> {
    let received = '';
    for await (const chunk of socket) {
      received += chunk;
      const [, status, code] = /^HTTP\/1\.1 (\d+).*"code":"([\w.]+)"/s.exec(received) ?? [];
      if (status) return [Number(status), code ?? ''];
    }
    return [0, 'the connection was closed'];
  }

  /** The number of files in the folder that this process has open, including deleted ones. */
  async function openFilesIn(folder: string): Promise<number> {
    const links = await Promise.all(
      (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
    );
    return links.filter((link) => link.startsWith(folder)).length;
  }

  describe('an upload is refused before its form is read', () => {
    const server = useTestServer({ RATE_LIMIT_FACTOR: '0.1' });
    const assistantOf = async (as: Credentials) =>
      (await server.call(createAssistant, { as, body: { name: 'Mine' } })).json._id;
    const refusal = async (assistantId: string, as: Credentials | null) =>
      answerTo(await beginUpload(server.baseUrl, `/api/assistants/${assistantId}/tasks`, as));

    it("without a session, for another user's assistant and for an unknown assistant [S5.2-5]", async () => {
      const [anna, bo] = [await signUp(server), await signUp(server)];
      const id = await assistantOf(anna.as);
      expect(await refusal(id, null)).toEqual([401, 'auth.required']);
      expect(await refusal(id, bo.as)).toEqual([404, 'assistant.not_found']);
      expect(await refusal(UNKNOWN_ID, bo.as)).toEqual([404, 'assistant.not_found']);
      expect(await refusal('mine', bo.as)).toEqual([400, 'invalid_request']);
    });

    it('when the rate limit of pictures or the storage quota is used up', async () => {
      const anna = await signUp(server);
      const id = await assistantOf(anna.as);
      const picture = await png();
      for (let uploaded = 0; uploaded < 60; uploaded += MAX_UPLOAD_FILES) {
        const body = flyerForm(Array(MAX_UPLOAD_FILES).fill(picture));
        expect((await server.call(uploadTasks, { as: anna.as, params: { id }, body })).status).toBe(201);
      }
      expect(await refusal(id, anna.as)).toEqual([429, 'rate_limited']);
      const bo = await signUp(server);
      await buildUsedSpace(server.context.db, bo.id, MAX_FLYER_BYTES_PER_USER);
      expect(await refusal(await assistantOf(bo.as), bo.as)).toEqual([422, 'file.quota_exceeded']);
    });
  });

  describe('while forms are read', () => {
    const server = useTestServer();
    const folder = () => join(server.context.config.dataDir, 'uploads');
    const uploader = async () => {
      const { as } = await signUp(server);
      const { json } = await server.call(createAssistant, { as, body: {} });
      return { as, params: { id: json._id }, path: `/api/assistants/${json._id}/tasks` };
    };

    it('a user can send three at a time, other users are not affected, and a fourth waits, and a closed connection adds nothing and frees its place', async () => {
      const [anna, bo] = [await uploader(), await uploader()];
      const begin = () => beginUpload(server.baseUrl, anna.path, anna.as, `${PART}half a picture`);
      const open = [await begin(), await begin(), await begin()];
      await until(async () => (await openFilesIn(folder())) === 3);
      const waiting = server.call(uploadTasks, { ...anna, body: flyerForm([await png()]) });
      expect((await server.call(uploadTasks, { ...bo, body: flyerForm([await png()]) })).status).toBe(201);
      for (const socket of open) socket.destroy();
      expect((await waiting).status).toBe(201);
      await until(async () => (await openFilesIn(folder())) === 0);
      expect((await server.call(listAssistantTasks, anna)).json).toHaveLength(1);
    });

    it('their pictures are in unlinked files, which the system deletes when the process ends', async () => {
      const anna = await uploader();
      await beginUpload(server.baseUrl, anna.path, anna.as, `${PART}half a picture`);
      await until(async () => (await openFilesIn(folder())) === 1 && (await readdir(folder())).length === 0);
      // The file is open, but no longer in its folder.
      expect(await openFilesIn(folder())).toBe(1);
    });

    it.each<[string, () => Promise<FormData>, number]>([
      ['is accepted', async () => flyerForm([await png(), await png()]), 201],
      ['contains a file that is not a picture', async () => flyerForm([await png(), Buffer.from('text')]), 415],
      ['has a picture that is too large', async () => flyerForm([await png(), Buffer.alloc(MAX_IMAGE_BYTES + 1)]), 413],
      ['has too many descriptions', async () => flyerForm([await png()], ['one', 'two']), 422],
    ])('no file stays on disk after a form that %s', async (_, makeForm, status) => {
      const anna = await uploader();
      await until(async () => (await openFilesIn(folder())) === 0);
      expect((await server.call(uploadTasks, { ...anna, body: await makeForm() })).status).toBe(status);
      await until(async () => (await openFilesIn(folder())) === 0);
    });
  });
});

const database = useTestDatabase();
const store = () => createPostgresFileStore(database.db);

const notWaiting = expect.objectContaining({
  status: 409,
  code: 'assistant.not_waiting',
  message: 'Flyers can only be changed while the assistant is waiting.',
});
const noTask = expect.objectContaining({ status: 404, code: 'task.not_found' });

async function waitingAssistant(flyers: string[] = []) {
  const owner = await buildUser(database.db);
  const { id, taskIds } = await buildAssistant(database.db, owner.id, { flyers });
  return { ownerId: owner.id, assistantId: id, taskIds };
}
const queue = (assistantId: string) =>
  database.db.query('UPDATE assistants SET queued_at = now() WHERE id = $1', [assistantId]);
const flyer = (bytes: Buffer, description = ''): NewFlyer => ({
  read: async () => bytes,
  description,
  fileName: 'flyer.png',
});
const add = (ownerId: string, assistantId: string, flyers: NewFlyer[]) =>
  uploadFlyers(database.db, store(), { ownerId, assistantId, flyers });
const orderOf = async (assistantId: string): Promise<[number, string][]> => {
  const rows: { sequence_order: number; description: string }[] = await database.db.query(
    'SELECT sequence_order, description FROM tasks WHERE assistant_id = $1 ORDER BY sequence_order, id',
    [assistantId],
  );
  return rows.map((row) => [row.sequence_order, row.description]);
};

describe('adding flyers', () => {
  it('gives each flyer a different position when several uploads run simultaneously', async () => {
    const { ownerId, assistantId } = await waitingAssistant();
    const picture = await png();
    await Promise.all(
      Array.from({ length: 6 }, (_, i) => add(ownerId, assistantId, [flyer(picture, `${i}`), flyer(picture)])),
    );
    expect((await orderOf(assistantId)).map(([position]) => position)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });

  it('stores neither flyers nor files when the assistant is queued during the upload', async () => {
    const { ownerId, assistantId } = await waitingAssistant();
    const slowStore = store();
    const flyers = [flyer(await png(50, 50))];
    const racing = {
      ...slowStore,
      async put(key: string, bytes: Buffer, contentType: string) {
        await slowStore.put(key, bytes, contentType);
        await queue(assistantId);
      },
    };
    await expect(uploadFlyers(database.db, racing, { ownerId, assistantId, flyers })).rejects.toEqual(notWaiting);
    expect(await orderOf(assistantId)).toEqual([]);
    expect(await database.db.query('SELECT 1 FROM files WHERE owner_id = $1', [ownerId])).toEqual([]);
  });
});

describe('changing a flyer', () => {
  it('deletes each flyer once and renumbers the others when several are deleted simultaneously', async () => {
    const { ownerId, assistantId, taskIds } = await waitingAssistant(['a', 'b', 'c', 'd', 'e', 'f']);
    const deletions = [taskIds[1], taskIds[2], taskIds[4], taskIds[4]].map((id) => id ?? '');
    const outcomes = await Promise.allSettled(
      deletions.map((taskId) => inTransaction(database.db, (db) => removeFlyer(db, { ownerId, taskId }))),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: noTask });
    expect(await orderOf(assistantId)).toEqual([
      [0, 'a'],
      [1, 'd'],
      [2, 'f'],
    ]);
  });
});
