import { createHash, randomUUID } from 'node:crypto';
import { getImage } from '@flyerdeck/contracts';
import { storeImage } from '../../test/asRoutes.ts';
import { buildUser } from '../../test/factories.ts';
import { useTestServer } from '../../test/testServer.ts';
import { png } from './images.fixture.ts';

const server = useTestServer();

async function storePicture(bytes: Buffer): Promise<string> {
  const { db, files } = server.context;
  const { id: ownerId } = await buildUser(db);
  return storeImage(db, files, { ownerId, bytes });
}
const get = (fileId: string, width?: number, headers: Record<string, string> = {}) =>
  server.call(getImage, { params: { file_id: fileId }, query: width === undefined ? {} : { w: width }, headers });

it('a picture is returned unchanged, with its own type, nosniff and permanent caching [S5.4-1]', async () => {
  const bytes = await png(60, 40);
  const answer = await get(await storePicture(bytes));
  expect(answer.status).toBe(200);
  expect(answer.bytes.equals(bytes)).toBe(true);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/png',
    'content-length': String(bytes.length),
    'cache-control': 'private, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    etag: `"${createHash('sha256').update(bytes).digest('hex')}"`,
  });
});

it('a request with the ETag of the picture gets 304', async () => {
  const fileId = await storePicture(await png(61, 40));
  const etag = (await get(fileId)).headers.get('etag') ?? '';
  // Set explicitly, because fetch would otherwise add 'no-cache' to a conditional request.
  const headers = { 'If-None-Match': etag, 'Cache-Control': 'max-age=0' };
  const answer = await get(fileId, undefined, headers);
  expect([answer.status, answer.bytes.length]).toEqual([304, 0]);
  expect(answer.headers.get('cache-control')).toContain('immutable');
  expect((await get(fileId, 160, headers)).status).toBe(200);
});

it('an unknown id and a picture whose bytes are lost are 404; an invalid id or width is 400', async () => {
  const unknown = await get(randomUUID());
  expect([unknown.status, unknown.error.code]).toEqual([404, 'file.not_found']);
  const bytes = await png(63, 40);
  const fileId = await storePicture(bytes);
  await server.context.pool.query("DELETE FROM blobs WHERE key LIKE 'original/' || $1", [
    createHash('sha256').update(bytes).digest('hex'),
  ]);
  for (const width of [undefined, 160]) {
    const lost = await get(fileId, width);
    expect([lost.status, lost.error.code]).toEqual([404, 'file.not_found']);
    expect(lost.headers.get('cache-control') ?? '').not.toContain('immutable');
  }
  expect((await get('1')).status).toBe(400);
  expect((await get(fileId, 9000)).status).toBe(400);
});
