import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import S3rver from 's3rver';
import { useTestDatabase } from '../../test/testDatabase.ts';
import { createFileStore } from './createFileStore.ts';
import type { FileStore } from './fileStore.ts';
import { PART_BYTES, readStored, type StoredFile } from './readStored.ts';

const database = useTestDatabase();

/** It knows one key, but does not check signatures of version 4. */
let s3Server: S3rver;
let folder = '';
let endpoint = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flyerdeck-s3-'));
  s3Server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: folder,
    configureBuckets: [{ name: 'pictures', configs: [] }],
  });
  endpoint = `http://127.0.0.1:${(await s3Server.run()).port}`;
});
afterAll(async () => {
  await s3Server.close();
  await rm(folder, { recursive: true });
});

const s3 = (name: string) => ({
  endpoint,
  region: 'us-east-1',
  bucket: name,
  accessKeyId: 'S3RVER',
  secretAccessKey: 'S3RVER',
});
const stores: [string, () => FileStore][] = [
  ['the database', () => createFileStore({ s3: null }, database.db)],
  ['a bucket', () => createFileStore({ s3: s3('pictures') }, database.db)],
];

describe.each(stores)('%s as file store', (_, open) => {
  it('returns the same bytes and their type', async () => {
    const store = open();
    const bytes = randomBytes(300_000);
    await store.put('original/abc', bytes, 'image/png');
    const stored = await store.get('original/abc');
    expect(stored?.contentType).toBe('image/png');
    expect(stored?.bytes.equals(bytes)).toBe(true);
  });

  it('returns null for a key that was never stored', async () => {
    expect(await open().get('original/never')).toBeNull();
    expect(await readStored(open(), 'original/never')).toBeNull();
  });

  it('reads a large file in parts, at most one part ahead of its reader', async () => {
    const store = open();
    const bytes = randomBytes(5 * PART_BYTES + 7);
    await store.put('original/large', bytes, 'image/png');
    const get = jest.spyOn(store, 'get');
    const { body, contentType, size } = (await readStored(store, 'original/large')) as StoredFile;
    expect([contentType, size]).toEqual(['image/png', bytes.length]);
    const parts: Buffer[] = [];
    for await (const part of body as Readable) {
      parts.push(part);
      // The next part may be read ahead, but no further one.
      expect(get.mock.calls.length).toBeLessThanOrEqual(parts.length + 1);
    }
    expect(Buffer.concat(parts).equals(bytes)).toBe(true);
  });

  it('returns a small file as one buffer, and fails when a large file is deleted while it is read', async () => {
    const store = open();
    await store.put('original/small', Buffer.from('small'), 'image/png');
    expect(await readStored(store, 'original/small')).toMatchObject({ size: 5, body: Buffer.from('small') });
    await store.put('original/lost', randomBytes(3 * PART_BYTES), 'image/png');
    const { body } = (await readStored(store, 'original/lost')) as StoredFile;
    await store.delete(['original/lost']);
    await expect((body as Readable).toArray()).rejects.toThrow('deleted while it was read');
  });

  it('deletes many keys at once, missing ones included', async () => {
    const store = open();
    const keys = Array.from({ length: 60 }, (_, number) => `original/deleted-${number}`);
    for (const key of [...keys, 'original/kept']) await store.put(key, Buffer.from(key), 'image/png');
    await store.delete([...keys, 'original/never']);
    await store.delete([]);
    expect(await Promise.all(keys.map((key) => store.get(key)))).toEqual(keys.map(() => null));
    expect(await store.get('original/kept')).not.toBeNull();
  });
});

it('with a bucket, files that were stored in the database earlier are read and deleted there', async () => {
  const { db } = database;
  const inDatabase = createFileStore({ s3: null }, db);
  const inBucket = createFileStore({ s3: s3('pictures') }, db);
  await inDatabase.put('original/older', Buffer.from('older'), 'image/png');
  expect((await inBucket.get('original/older'))?.bytes.toString()).toBe('older');
  expect((await readStored(inBucket, 'original/older'))?.body.toString()).toBe('older');
  await inBucket.delete(['original/older']);
  expect(await inDatabase.get('original/older')).toBeNull();
});

it('a bucket that does not exist is an error and not a missing file', async () => {
  const store = createFileStore({ s3: s3('typo') }, database.db);
  await expect(store.get('original/abc')).rejects.toThrow(/^S3_BUCKET: there is no bucket /);
});
