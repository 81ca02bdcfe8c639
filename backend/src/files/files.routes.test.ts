import { createHash, randomUUID } from 'node:crypto';
import { getImage } from '@flyerdeck/contracts';
import sharp from 'sharp';
import { storeImage } from '../../test/asRoutes.ts';
import { buildUser } from '../../test/factories.ts';
import { useTestServer } from '../../test/testServer.ts';
import { photo, png } from './images.fixture.ts';
import { PART_BYTES } from './readStored.ts';

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

it('a large picture is returned completely', async () => {
  const bytes = await photo(3_000, 2_000);
  expect(bytes.length).toBeGreaterThan(3 * PART_BYTES);
  const answer = await get(await storePicture(bytes));
  expect(answer.bytes.equals(bytes)).toBe(true);
  expect(answer.headers.get('content-length')).toBe(String(bytes.length));
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

it('a thumbnail has the next larger standard width, and above all of them the original is returned', async () => {
  const bytes = await png(2000, 1000);
  const fileId = await storePicture(bytes);
  const { headers, ...answer } = await get(fileId, 100);
  expect((await sharp(answer.bytes).metadata()).width).toBe(160);
  expect([headers.get('content-type'), headers.get('etag')]).toEqual(['image/webp', expect.stringMatching(/-160"$/)]);
  expect((await get(fileId, 2000)).bytes.equals(bytes)).toBe(true);
});

it('the same picture of two users is stored once, with an id for each user', async () => {
  const bytes = await png(62, 40);
  const [first, second] = [await storePicture(bytes), await storePicture(bytes)];
  expect(first).not.toBe(second);
  const blobs = await server.context.pool.query('SELECT 1 FROM blobs WHERE key = $1', [
    `original/${createHash('sha256').update(bytes).digest('hex')}`,
  ]);
  expect(blobs.rows).toHaveLength(1);
  expect((await get(second)).bytes.equals(bytes)).toBe(true);
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
