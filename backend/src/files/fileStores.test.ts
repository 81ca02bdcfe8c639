import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { dbOn } from '../../test/dbOn.ts';
import { useTestDatabase } from '../../test/testDatabase.ts';
import { createFileStore } from './createFileStore.ts';
import type { FileStore } from './fileStore.ts';
import { createPostgresFileStore } from './postgresFileStore.ts';
import { PART_BYTES, readStored, type StoredFile } from './readStored.ts';

const database = useTestDatabase();

/** An HTTP server with the part of the S3 protocol that the file store uses. */
class Bucket {
  readonly objects = new Map<string, { bytes: Buffer; contentType: string }>();
  readonly signatures: string[] = [];
  private server: Server | undefined;

  async open(): Promise<string> {
    const server = createServer((request, response) => this.answer(request, response));
    this.server = server;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server?.closeAllConnections();
    this.server?.close();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', 'http://s3').pathname;
    this.signatures.push(String(request.headers.authorization));
    const fail = (status: number, code: string) =>
      response.writeHead(status, { 'Content-Type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`);
    if (!path.startsWith('/pictures/')) return void fail(404, 'NoSuchBucket');
    if (request.method === 'PUT') {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      this.objects.set(path, { bytes: Buffer.concat(chunks), contentType: String(request.headers['content-type']) });
      return void response.end();
    }
    if (request.method === 'DELETE') {
      this.objects.delete(path);
      return void response.writeHead(204).end();
    }
    const object = this.objects.get(path);
    if (!object) return void fail(404, 'NoSuchKey');
    const { bytes, contentType } = object;
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    if (start === undefined) return void response.writeHead(200, { 'Content-Type': contentType }).end(bytes);
    const part = bytes.subarray(Number(start), Number(end) + 1);
    const range = `bytes ${start}-${Number(start) + part.length - 1}/${bytes.length}`;
    response.writeHead(206, { 'Content-Type': contentType, 'Content-Range': range }).end(part);
  }
}

const bucket = new Bucket();
let endpoint = '';
beforeAll(async () => {
  endpoint = await bucket.open();
});
afterAll(() => bucket.close());

const s3 = (name: string) => ({
  endpoint,
  region: 'us-east-1',
  bucket: name,
  accessKeyId: 'key',
  secretAccessKey: 'secret',
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

  it('stores the same key several times at once', async () => {
    const store = open();
    const bytes = randomBytes(1_000);
    await Promise.all(Array.from({ length: 8 }, () => store.put('thumbnail/abc/160', bytes, 'image/webp')));
    expect((await store.get('thumbnail/abc/160'))?.bytes.equals(bytes)).toBe(true);
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

it('requests to a bucket are signed and have its name in the path', async () => {
  const store = createFileStore({ s3: s3('pictures') }, database.db);
  await store.put('original/signed', Buffer.from('x'), 'image/png');
  expect([...bucket.objects.keys()]).toContain('/pictures/original/signed');
  expect(bucket.signatures.at(-1)).toMatch(/^AWS4-HMAC-SHA256 Credential=key\//);
});

it('a bucket that does not exist is an error and not a missing file', async () => {
  const store = createFileStore({ s3: s3('typo') }, database.db);
  await expect(store.get('original/abc')).rejects.toMatchObject({ name: 'NoSuchBucket' });
});

it('uses at most one read connection at any number of requests', async () => {
  let held = 0;
  let most = 0;
  const query = async () => {
    most = Math.max(most, ++held);
    await new Promise(setImmediate);
    held -= 1;
    return { rows: [] };
  };
  const store = createPostgresFileStore(dbOn({ query }));
  await Promise.all(Array.from({ length: 40 }, (_, n) => (n % 2 ? store.get(`${n}`) : store.get(`${n}`, 0, 1))));
  expect(most).toBe(1);
});
