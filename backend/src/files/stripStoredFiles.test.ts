import { createHash } from 'node:crypto';
import { getImage } from '@flyerdeck/contracts';
import sharp from 'sharp';
import { buildUser } from '../../test/factories.ts';
import { useTestServer } from '../../test/testServer.ts';
import { CAMERA_SECRETS, photo, withMetadata } from './images.fixture.ts';
import { stripStoredFiles } from './stripStoredFiles.ts';

const server = useTestServer();
const shaOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const strip = () => stripStoredFiles(server.context.db, server.context.files);

/** Stores a picture with its metadata, as former versions did. */
async function storeUnstripped(bytes: Buffer): Promise<string> {
  const { db, files } = server.context;
  const { id: ownerId } = await buildUser(db);
  await files.put(`original/${shaOf(bytes)}`, bytes, 'image/jpeg');
  const [file] = await db.query<{ id: string }[]>(
    `INSERT INTO files (owner_id, sha256, content_type, byte_size, width, height, is_stripped)
     VALUES ($1, $2, 'image/jpeg', $3, 400, 300, false) RETURNING id`,
    [ownerId, shaOf(bytes), bytes.length],
  );
  return file?.id ?? '';
}
const readPicture = async (file_id: string) => (await server.call(getImage, { params: { file_id }, query: {} })).bytes;
const rowOf = async (fileId: string) =>
  (
    await server.context.db.query<{ sha256: string; byte_size: number; is_stripped: boolean }[]>(
      'SELECT sha256, byte_size, is_stripped FROM files WHERE id = $1',
      [fileId],
    )
  )[0];

it('removes the metadata from pictures that were stored earlier, for all their owners [S5.2-4]', async () => {
  const sent = await withMetadata(sharp(await photo()))
    .jpeg()
    .toBuffer();
  const plain = await photo();
  const [first, second, third] = [
    await storeUnstripped(sent),
    await storeUnstripped(sent),
    await storeUnstripped(plain),
  ];
  expect(await strip()).toBe(1);
  const stripped = await readPicture(first);
  expect(CAMERA_SECRETS.filter((secret) => stripped.includes(secret))).toEqual([]);
  expect((await readPicture(second)).equals(stripped)).toBe(true);
  expect(await rowOf(second)).toEqual({ sha256: shaOf(stripped), byte_size: stripped.length, is_stripped: true });
  expect((await readPicture(third)).equals(plain)).toBe(true);
  const listed = await server.context.pool.query('SELECT 1 FROM unused_blobs WHERE key = $1', [
    `original/${shaOf(sent)}`,
  ]);
  expect(listed.rowCount).toBe(1);
  expect(await strip()).toBe(0);
});

it('skips missing and damaged pictures', async () => {
  const damaged = await storeUnstripped(Buffer.from('no picture'));
  const lost = await storeUnstripped(await photo());
  await server.context.files.delete([`original/${(await rowOf(lost))?.sha256}`]);
  expect(await strip()).toBe(0);
  expect([(await rowOf(damaged))?.is_stripped, (await rowOf(lost))?.is_stripped]).toEqual([true, true]);
  expect((await readPicture(damaged)).toString()).toBe('no picture');
});
