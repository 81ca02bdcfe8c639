import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { deleteTask, getImage, MAX_FLYER_BYTES_PER_USER, uploadTasks } from '@flyerdeck/contracts';
import S3rver from 's3rver';
import type { Sharp } from 'sharp';
import sharp from 'sharp';
import { flyerForm, makeAssistant } from '../../test/api/flyers.testing.ts';
import { signUp } from '../../test/api/people.testing.ts';
import { storeImage, uploadFlyers } from '../../test/asRoutes.ts';
import { buildAssistant, buildUsedSpace, buildUser } from '../../test/factories.ts';
import { descendantsOf } from '../../test/processTable.ts';
import { runJobs } from '../../test/runJobs.ts';
import { useTestDatabase } from '../../test/testDatabase.ts';
import { useTestServer } from '../../test/testServer.ts';
import { removeFlyer } from '../assistants/flyers/flyers.service.ts';
import { inTransaction } from '../database/transaction.ts';
import { enqueueJob } from '../jobs/enqueue.query.ts';
import { createFileStore, createPostgresFileStore } from './createFileStore.ts';
import { check } from './decoding/decode.ts';
import { Decoder } from './decoding/decoder.ts';
import type { FileStore } from './fileStore.ts';
import { checkImage, checkQuota, putImage, storeScreenshot } from './files.service.ts';
import {
  animatedGif,
  CAMERA_SECRETS,
  decompressionBomb,
  gifOfFrames,
  jpeg,
  photo,
  png,
  pngChunk,
  webp,
  withMetadata,
} from './images.fixture.ts';
import { PART_BYTES, readStored, type StoredFile } from './readStored.ts';
import { fetchRemoteImage, isPrivateNetwork } from './remoteImage.ts';
import { readThumbnail, thumbnailWidth } from './thumbnails.ts';

const database = useTestDatabase();
const notAnImage = expect.objectContaining({ status: 415, code: 'file.not_an_image' });
const tooLarge = expect.objectContaining({ status: 413, code: 'file.too_large' });

it.each([
  ['JPEG', jpeg, 'image/jpeg'],
  ['PNG', png, 'image/png'],
  ['WebP', webp, 'image/webp'],
  ['animated GIF', animatedGif, 'image/gif'],
])('determines from its bytes that a picture is a %s [S5.2-1]', async (_, make, contentType) => {
  expect(await checkImage(await make(40, 30))).toMatchObject({ contentType, width: 40, height: 30 });
});

it.each([
  ['an empty file', ''],
  ['a text', 'Hello, I am a picture.png'],
  ['an SVG, which can carry scripts', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
  ['a PDF', '%PDF-1.7\n%âãÏÓ'],
  ['a JPEG header without a picture', '\xff\xd8\xff\xe0'],
  ['a WebP header without a picture', 'RIFF\x04\x00\x00\x00WEBP'],
])('refuses %s', async (_, content) => {
  await expect(checkImage(Buffer.from(content, 'latin1'))).rejects.toEqual(notAnImage);
});

it('accepts pictures of up to 10 MB [S5.2-1]', async () => {
  const limit = 10 * 1024 * 1024;
  const padded = Buffer.concat([await jpeg(), Buffer.alloc(limit)]);
  expect(await checkImage(padded.subarray(0, limit))).toMatchObject({ contentType: 'image/jpeg' });
  await expect(checkImage(padded.subarray(0, limit + 1))).rejects.toEqual(tooLarge);
});

it('refuses a small file with 144 million pixels without decoding it [S5.2-1]', async () => {
  const bomb = await decompressionBomb();
  expect(bomb.length).toBeLessThan(1_000_000);
  await expect(checkImage(bomb)).rejects.toMatchObject({
    status: 413,
    message: 'The picture has more than 40 million pixels.',
  });
});

it('accepts animations of up to 300 frames [S5.2-1]', async () => {
  expect(await checkImage(gifOfFrames(300))).toMatchObject({ contentType: 'image/gif' });
  for (const frames of [301, 690_000]) {
    await expect(checkImage(gifOfFrames(frames))).rejects.toMatchObject({
      status: 413,
      message: 'The picture has more than 300 frames.',
    });
  }
});

async function store(sent: Buffer) {
  const checked = await check(sent);
  if (typeof checked === 'string') throw new Error(checked);
  return checked;
}
/** What is seen: all frames, upright, in sRGB. */
const seen = (bytes: Buffer, isAnimated = false) =>
  sharp(bytes, { animated: isAnimated }).autoOrient().toColourspace('srgb').ensureAlpha().raw().toBuffer();
/** The mean difference of a channel, of 255. */
async function difference(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all([seen(one), seen(other)]);
  expect(a.length).toBe(b.length);
  return a.reduce((sum, value, at) => sum + Math.abs(value - (b[at] ?? 0)), 0) / a.length;
}
/** A picture whose corners and colours differ, so that each orientation and each colour profile gives different pixels. */
const gradient = () => {
  const pixel = (at: number) => [2.8 * (at % 90), 4.2 * Math.floor(at / 90), 250 - (at % 90) - Math.floor(at / 90)];
  const raw = Buffer.from(Array.from({ length: 90 * 60 }, (_, at) => pixel(at)).flat());
  return sharp(raw, { raw: { width: 90, height: 60, channels: 3 } });
};
const latin = (text: string) => Buffer.from(text, 'latin1');
const insert = (bytes: Buffer, at: number, ...parts: Buffer[]) =>
  Buffer.concat([bytes.subarray(0, at), ...parts, bytes.subarray(at)]);
const formats: [format: string, encode: (picture: Sharp) => Sharp, visible: number][] = [
  ['jpeg', (picture) => picture.jpeg({ quality: 85 }), 1],
  ['png', (picture) => picture.png(), 0],
  ['webp', (picture) => picture.webp({ quality: 85 }), 0],
];

describe.each(formats)('a %s picture', (format, encode, visible) => {
  it('looks the same without position, serial number, author, XMP and bytes after its end [S5.2-4]', async () => {
    const sent = Buffer.concat([await encode(withMetadata(gradient())).toBuffer(), latin('PK: Pocket diary')]);
    expect(CAMERA_SECRETS.filter((secret) => sent.includes(secret))).not.toEqual([]);
    const { bytes, ...facts } = await store(sent);
    expect(facts).toMatchObject({ contentType: `image/${format}`, width: 90, height: 60 });
    expect(CAMERA_SECRETS.filter((secret) => bytes.includes(secret))).toEqual([]);
    const { exif, xmp, iptc, format: found } = await sharp(bytes).metadata();
    expect({ exif, xmp, iptc, found }).toEqual({ found: format });
    expect(await difference(bytes, sent)).toBeLessThanOrEqual(visible);
  });

  it.each([2, 3, 4, 5, 6, 7, 8])('is stored upright if it has the orientation %d', async (orientation) => {
    const sent = await encode(withMetadata(gradient(), orientation)).toBuffer();
    const { bytes, width, height } = await store(sent);
    expect([width, height]).toEqual(orientation < 5 ? [90, 60] : [60, 90]);
    expect(await sharp(bytes).metadata()).toMatchObject({ width, height });
    expect((await sharp(bytes).metadata()).orientation).toBeUndefined();
    expect(CAMERA_SECRETS.filter((secret) => bytes.includes(secret))).toEqual([]);
    expect(await difference(bytes, sent)).toBeLessThanOrEqual(format === 'webp' ? 2 : visible);
  });

  it('raises no error if it is cut off or damaged at any position', async () => {
    const sent = await encode(withMetadata(gradient(), 6).withIccProfile('p3')).toBuffer();
    for (let at = 2; at < sent.length; at += 97) {
      await check(sent.subarray(0, at));
      const damaged = Buffer.from(sent);
      damaged[at] = (damaged[at] ?? 0) ^ 0xff;
      await check(damaged);
    }
  });
});

it('comments, captions and thumbnails are removed from a JPEG, and texts and private chunks from a PNG [S5.2-4]', async () => {
  const segment = (marker: number, text: string) =>
    Buffer.concat([Buffer.from([0xff, marker, 0, text.length + 2]), latin(text)]);
  const jpegs = [segment(0xe0, 'JFXX\0\x10Diary'), segment(0xed, 'Photoshop 3.0\0Diary'), segment(0xfe, 'Diary')];
  const chunks = [
    pngChunk('tEXt', latin('Author\0Diary')),
    pngChunk('iTXt', latin('Title\0\0\0\0\0Diary')),
    pngChunk('vpAg', latin('Diary')),
  ];
  for (const sent of [insert(await jpeg(), 2, ...jpegs), insert(await png(), 33, ...chunks)]) {
    expect(sent.includes('Diary')).toBe(true);
    expect((await store(sent)).bytes.includes('Diary')).toBe(false);
  }
});

const decoderProcesses = async () =>
  (await descendantsOf(process.pid)).filter(({ command }) => command.includes('decoderProcess'));

it('kills a process that takes too long and checks the next picture in a new one [S5.2-2]', async () => {
  const hasty = new Decoder(1);
  const picture = await png();
  expect(await hasty.check(picture)).toBe('too_slow');
  expect(await hasty.check(picture)).toBe('too_slow');
  await expect(hasty.shrink(async () => picture, 10)).rejects.toThrow('too_slow');
  expect(await new Decoder().check(picture)).toMatchObject({ width: 40 });
});

it('refuses a picture that crashes its process, and checks the next picture [S5.2-2]', async () => {
  const othersIds = (await decoderProcesses()).map(({ id }) => id);
  const decoder = new Decoder();
  await decoder.check(await png());
  const own = (await decoderProcesses()).find(({ id }) => !othersIds.includes(id));
  const [first, second] = [decoder.check(await png(6_000, 6_000)), decoder.check(await png(20, 20))];
  process.kill(own?.id ?? Number.NaN, 'SIGKILL');
  expect(await first).toBe('damaged');
  expect(await second).toMatchObject({ width: 20 });
});

const server = useTestServer();
const query = async <Row>(sql: string, values: unknown[] = []) => (await server.context.db.query(sql, values)) as Row[];
const shaOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const keysOf = async (bytes: Buffer) =>
  (await query(`SELECT key FROM blobs WHERE key LIKE '%/' || $1 || '%'`, [shaOf(bytes)])).length;
const imageStatus = async (file_id: string, w?: number) =>
  (await server.call(getImage, { params: { file_id }, query: w === undefined ? {} : { w } })).status;

/** Runs the hourly job as if `hours` had passed. */
async function hourlyJob(hours = 1): Promise<void> {
  await query(`UPDATE unused_blobs SET delete_after = delete_after - make_interval(hours => $1, mins => 1)`, [hours]);
  await enqueueJob(server.context.db, 'screenshot_retention', {});
  await runJobs(server);
}

/** A user with one flyer with a picture of its own, and a thumbnail of it. */
async function uploaded() {
  const owner = await signUp(server);
  const { _id: assistantId } = await makeAssistant(server, owner);
  const bytes = await photo(500, 300);
  const { json } = await server.call(uploadTasks, {
    as: owner.as,
    params: { id: assistantId },
    body: flyerForm([bytes]),
  });
  const [task] = json;
  const fileId = task?.file_id ?? '';
  expect([await imageStatus(fileId), await imageStatus(fileId, 160)]).toEqual([200, 200]);
  return { ...owner, assistantId, bytes, taskId: task?._id ?? '', fileId };
}
it('deletes the bytes and thumbnails of a removed flyer after an hour, and keeps those of other flyers', async () => {
  const [removed, kept] = [await uploaded(), await uploaded()];
  await server.call(deleteTask, { as: removed.as, params: { id: removed.taskId } });
  await hourlyJob(0);
  expect(await keysOf(removed.bytes)).toBe(2);
  await hourlyJob();
  expect([await keysOf(removed.bytes), await keysOf(kept.bytes)]).toEqual([0, 2]);
  expect([await imageStatus(kept.fileId), await imageStatus(kept.fileId, 160)]).toEqual([200, 200]);
  expect(await query('SELECT 1 FROM unused_blobs')).toEqual([]);
});

it('deletes the bytes of a refused or interrupted upload after an hour', async () => {
  const { as, assistantId } = await uploaded();
  const [first, lost] = [await photo(), await photo()];
  const body = flyerForm([first, Buffer.from('no picture')]);
  expect((await server.call(uploadTasks, { as, params: { id: assistantId }, body })).status).toBe(415);
  await putImage(server.context.files, await checkImage(lost));
  expect([await keysOf(first), await keysOf(lost)]).toEqual([1, 1]);
  await hourlyJob();
  expect([await keysOf(first), await keysOf(lost)]).toEqual([0, 0]);
});

test('deleted bytes count in the daily limit of uploads, because they are on the disk until the job deletes them', async () => {
  const owner = await uploaded();
  const { assistantId, bytes, taskId } = owner;
  const readCounted = async () =>
    (
      await query<{ points: number }>('SELECT points FROM rate_limits WHERE key = $1', [`upload_kilobytes:${owner.id}`])
    )[0]?.points;
  const counted = await readCounted();
  expect(counted).toBe(Math.ceil(bytes.length / 1024));
  expect((await server.call(deleteTask, { as: owner.as, params: { id: taskId } })).status).toBe(204);
  // 4 GB; the test server's limits are a hundred times the product's.
  await server.context.limits.upload_kilobytes.consume(owner.id, 100 * 4 * 1024 ** 2 - (counted ?? 0));
  const form = flyerForm([await photo(333, 222)]);
  const again = await server.call(uploadTasks, { as: owner.as, params: { id: assistantId }, body: form });
  expect([again.status, again.error.code]).toEqual([429, 'rate_limited']);
  expect(Number(again.headers.get('Retry-After'))).toBeGreaterThan(3_600);
  expect(await keysOf(await photo(333, 222))).toBe(0);
});

describe('stores', () => {
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
});

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

describe('quota', () => {
  const store = () => createFileStore({ s3: null }, database.db);
  const quotaExceeded = {
    status: 422,
    code: 'file.quota_exceeded',
    message: 'Your flyers may take up 2 GB. Delete flyers or assistants that you no longer need.',
  };

  /** A user whose quota has space for exactly one more copy of the picture. */
  async function userWithAlmostFullQuota() {
    const picture = await photo();
    const { id: ownerId } = await buildUser(database.db);
    const { id: assistantId } = await buildAssistant(database.db, ownerId, { flyers: [] });
    await buildUsedSpace(database.db, ownerId, MAX_FLYER_BYTES_PER_USER - picture.length);
    const flyer = { read: async () => picture, fileName: 'flyer.jpg', description: '' };
    const add = (count = 1, to = assistantId) =>
      uploadFlyers(database.db, store(), { ownerId, assistantId: to, flyers: Array(count).fill(flyer) });
    return { ownerId, add, picture };
  }

  it('the quota can be used up to the last byte, and an upload of several flyers is stored completely or not at all', async () => {
    const { ownerId, add } = await userWithAlmostFullQuota();
    await expect(add(2)).rejects.toMatchObject(quotaExceeded);
    await expect(checkQuota(database.db, ownerId)).resolves.toBeUndefined();
    await add();
    await expect(checkQuota(database.db, ownerId)).rejects.toMatchObject(quotaExceeded);
    await expect(add()).rejects.toMatchObject(quotaExceeded);
  });

  it('only one of several simultaneous uploads to one or two assistants gets the last space [S5.2-3]', async () => {
    const { ownerId, add } = await userWithAlmostFullQuota();
    const { id: another } = await buildAssistant(database.db, ownerId, { flyers: [] });
    const outcomes = await Promise.allSettled([add(), add(1, another), add(), add(1, another), add()]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(quotaExceeded);
    }
  });

  it('a removed flyer frees its space, a screenshot uses none, and each user has a separate quota', async () => {
    const { ownerId, add, picture } = await userWithAlmostFullQuota();
    const [taskId = ''] = await add();
    await storeScreenshot(database.db, store(), { ownerId, bytes: picture });
    await expect(add()).rejects.toMatchObject(quotaExceeded);
    await (await userWithAlmostFullQuota()).add();
    await inTransaction(database.db, (db) => removeFlyer(db, { ownerId, taskId }));
    await add();
  });
});

describe('remote images', () => {
  const ALLOW_ALL = () => false;
  let server: Server;
  let base: string;
  let requestedUrls: string[];

  beforeAll(async () => {
    server = createServer((request, response) => {
      requestedUrls.push(request.url ?? '');
      if (request.url === '/picture') response.setHeader('Content-Type', 'image/png').end('bytes');
      if (request.url === '/page') response.setHeader('Content-Type', 'text/html').end('<p>');
      if (request.url === '/moved') response.writeHead(302, { Location: '/picture' }).end();
      if (request.url === '/circle') response.writeHead(302, { Location: '/circle' }).end();
      if (request.url === '/huge') response.setHeader('Content-Type', 'image/png').end(Buffer.alloc(6 * 1024 * 1024));
      // '/silence' is never answered.
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => {
    requestedUrls = [];
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  test('fetches an image, also through a redirect', async () => {
    expect(await fetchRemoteImage(`${base}/picture`, ALLOW_ALL)).toEqual({
      contentType: 'image/png',
      bytes: Buffer.from('bytes'),
    });
    expect((await fetchRemoteImage(`${base}/moved`, ALLOW_ALL)).bytes.toString()).toBe('bytes');
  });

  test.each(['/page', '/circle', '/huge'])(
    'refuses a response of another type, a circular redirect and a file above 5 MB: %s',
    async (path) => {
      await expect(fetchRemoteImage(base + path, ALLOW_ALL)).rejects.toThrow();
    },
  );

  test('makes no request to a private network, by address or by name', async () => {
    const { port } = new URL(base);
    await expect(fetchRemoteImage(`${base}/picture`)).rejects.toThrow('not outside');
    await expect(fetchRemoteImage(`http://localhost:${port}/picture`)).rejects.toThrow('not outside');
    await expect(fetchRemoteImage(`http://[::1]:${port}/picture`)).rejects.toThrow('not outside');
    await expect(fetchRemoteImage('file:///etc/hostname')).rejects.toThrow('not outside');
    expect(requestedUrls).toEqual([]);
  });

  test('does not follow a redirect into a private network [S1.3-1]', async () => {
    const outside = createServer((_, response) => response.writeHead(302, { Location: 'http://10.0.0.1/' }).end());
    await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve));
    const { port } = outside.address() as AddressInfo;
    await expect(fetchRemoteImage(`http://127.0.0.1:${port}/`, (address) => address !== '127.0.0.1')).rejects.toThrow(
      '10.0.0.1 is not outside',
    );
    outside.closeAllConnections();
    await new Promise((resolve) => outside.close(resolve));
  });

  const PRIVATE = `
  127.0.0.1 10.1.2.3 172.31.0.1 192.168.1.1 169.254.169.254 ::1 ::ffff:127.0.0.1 fe80::1 fd00::1 0.0.0.1
  100.64.0.1 192.0.2.1 192.88.99.1 198.18.0.1 198.51.100.1 203.0.113.1 239.255.255.250 255.255.255.255 ::
  ::10.0.0.1 ::ffff:10.0.0.1 ::ffff:0:10.0.0.1 64:ff9b::10.0.0.1 64:ff9b:1::10.0.0.1 100::1 2001::1 2001:2::1
  2001:10::1 2001:db8::1 2002:a00:1::1 3fff::1 5f00::1 fec0::1 ff02::1`;
  const PUBLIC = '8.8.8.8 192.0.1.1 198.17.255.255 2001:4860:4860::8888 2a00:1450::1 2606:4700::1111';
  test('addresses of private networks are told from others [S1.3-1]', () => {
    const words = (list: string) => list.trim().split(/\s+/);
    expect(words(PRIVATE).filter((address) => !isPrivateNetwork(address))).toEqual([]);
    expect(words(PUBLIC).filter(isPrivateNetwork)).toEqual([]);
  });
});

async function storeOriginal(original: Buffer) {
  const store = createPostgresFileStore(database.db);
  const sha256 = createHash('sha256').update(original).digest('hex');
  await store.put(`original/${sha256}`, original, 'image/jpeg');
  return { store, sha256 };
}

it.each([
  [16, 4000, 160],
  [160, 4000, 160],
  [161, 4000, 320],
  [1280, 4000, 1280],
  [1281, 4000, null],
  [2048, 4000, null],
  [2048, 100, 160],
  [640, 200, 320],
])('a request for %d px of a picture with %d px gets a thumbnail of %p px', (requested, imageWidth, width) => {
  expect(thumbnailWidth(requested, imageWidth)).toBe(width);
});

it('makes a thumbnail once for simultaneous and later requests', async () => {
  const { store, sha256 } = await storeOriginal(await jpeg(801, 400));
  const put = jest.spyOn(store, 'put');
  const all = await Promise.all(Array.from({ length: 12 }, () => readThumbnail(store, sha256, 320)));
  all.push(await readThumbnail(store, sha256, 320));
  expect(put.mock.calls.map(([key]) => key)).toEqual([`thumbnail/${sha256}/320`]);
  expect(new Set(all.map((thumbnail) => thumbnail?.bytes.toString('base64'))).size).toBe(1);
});
