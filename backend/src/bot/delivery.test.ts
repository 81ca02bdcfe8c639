import { setTimeout as sleep } from 'node:timers/promises';
import { MAX_PICTURE_TRIES, processScreenshots } from '@flyerdeck/contracts';
import sharp from 'sharp';
import type { ReceivedMessage } from '../../demo/fakeBotApi/fakeTelegram.ts';
import { storeImage } from '../../test/asRoutes.ts';
import { dbOn } from '../../test/dbOn.ts';
import { deviceOf } from '../../test/deviceCalls.ts';
import { waitForLockWait } from '../../test/locks.ts';
import { poolOf } from '../database/pool.ts';
import { photo, png, webp } from '../files/pictures.fixture.ts';
import { completePosting } from '../postings/completePosting.query.ts';
import { retryPostings } from '../postings/retryPostings.ts';
import { startWorker } from '../worker.ts';
import { appLinkTo } from './appLink.ts';
import { eventually, QUICK_WORKER, textsOf, useBot } from './bot.testing.ts';
import { queuedStory, type Story } from './botStory.testing.ts';
import { deliverScreenshots } from './deliverScreenshots.ts';

const bot = useBot({ publicUrl: 'https://flyers.example' });
/** A different one for each post. */
const takePicture = () => photo(90, 60);

const quiet = () =>
  eventually(
    () =>
      bot.rows(
        `SELECT task_identifier, last_error FROM graphile_worker.jobs WHERE task_identifier NOT LIKE '%sweep'
         UNION ALL SELECT 'screenshot', tries::text FROM pending_screenshots`,
      ),
    (jobs) => jobs.length === 0,
  );
const heardBy = async ({ person }: Story) => {
  await quiet();
  return bot.fake.telegram.messagesTo(person.id);
};
const kindsOf = (messages: readonly ReceivedMessage[]) => messages.map(({ kind }) => kind).join(' ');
const albumsOf = (messages: readonly ReceivedMessage[]) => {
  const sizes = new Map<string, number>();
  for (const { mediaGroupId } of messages)
    if (mediaGroupId) sizes.set(mediaGroupId, (sizes.get(mediaGroupId) ?? 0) + 1);
  return [...sizes.values()];
};

describe('when an assistant has finished', () => {
  beforeEach(() => bot.startWorking(takePicture));

  test('its owner gets one message and its screenshots as an album, byte for byte as they are stored', async () => {
    const story = await queuedStory(bot, { flyers: 3, pages: 2 });
    await story.post();
    const [told, ...pictures] = await heardBy(story);
    expect(told).toMatchObject({
      text: '"Promo" has finished: 6 posts made.',
      button: { url: `https://flyers.example/?view=assistants&expandAssistant=${story.assistantId}` },
    });
    expect(kindsOf(pictures)).toBe('photo photo photo photo photo photo');
    expect(albumsOf(pictures)).toEqual([6]);
    expect(textsOf(pictures)).toEqual(['Page 1', 'Page 2', 'Page 1', 'Page 2', 'Page 1', 'Page 2']);
    const kept = await bot.rows<{ bytes: Buffer }>(
      `SELECT b.bytes FROM page_postings p JOIN pages g ON g.guid = p.page_guid JOIN files f ON f.id = p.picture_file_id
       JOIN blobs b ON b.key = 'original/' || f.sha256 WHERE p.assistant_id = $1 ORDER BY p.sequence_order, g.name`,
      [story.assistantId],
    );
    expect(pictures.map(({ bytes }) => bytes?.equals(kept.shift()?.bytes ?? Buffer.alloc(0)))).toEqual(
      Array(6).fill(true),
    );
  });

  test('one picture comes as a photo, eleven in two albums of about the same size', async () => {
    const one = await queuedStory(bot);
    await one.post();
    const eleven = await queuedStory(bot, { flyers: 11 });
    await eleven.post();
    const [, single] = await heardBy(one);
    expect(single).toMatchObject({ kind: 'photo', mediaGroupId: null });
    expect(albumsOf(await heardBy(eleven))).toEqual([6, 5]);
  });

  test('screenshots are sent as documents where the assistant is set so', async () => {
    const story = await queuedStory(bot, { flyers: 2, asFile: true });
    await story.post();
    const [, ...pictures] = await heardBy(story);
    expect(kindsOf(pictures)).toBe('document document');
    expect(pictures.map(({ fileName }) => fileName)).toEqual(['post-1.jpg', 'post-2.jpg']);
  });

  test('nothing is sent while a posting is left, also a duplicate', async () => {
    const story = await queuedStory(bot, { duplicate: true });
    const originals = () =>
      bot.rows(`SELECT 1 FROM page_postings WHERE assistant_id = $1 AND NOT is_duplicate AND status = 'completed'`, [
        story.assistantId,
      ]);
    await bot.rows(
      `UPDATE page_postings SET queued_at = now() + interval '1 hour' WHERE assistant_id = $1 AND is_duplicate`,
      [story.assistantId],
    );
    const device = deviceOf(bot.context.db, story.pages[0] as never);
    const claimed = await device.claim();
    await device.submitting(claimed);
    await device.posted(claimed);
    await eventually(originals, (rows) => rows.length === 1);
    expect(await heardBy(story)).toEqual([]);
    await story.post();
    expect(kindsOf(await heardBy(story))).toBe('text photo photo');
  });

  test('one line says what failed; after a retry only the new screenshot is sent', async () => {
    const story = await queuedStory(bot, { pages: 3, language: 'ru' });
    await story.post((_, place) => (place === 1 ? 'failed' : 'posted'));
    const first = await heardBy(story);
    expect(first[0]?.text).toBe(
      'Ассистент «Promo» закончил: 2 публикации.\nНе удалось: 1 публикация (Page 2). Повторить можно в приложении.',
    );
    expect(textsOf(first.slice(1))).toEqual(['Page 1', 'Page 3']);

    const [task] = await bot.rows<{ id: string }>('SELECT id FROM tasks WHERE assistant_id = $1', [story.assistantId]);
    const retry = { ownerId: story.ownerId, taskId: task?.id ?? '', postingIds: null, confirmUnconfirmed: false };
    await bot.context.db.transaction((manager) => retryPostings(manager, retry));
    await story.post();
    const second = (await heardBy(story)).slice(first.length);
    expect(textsOf(second)).toEqual(['Ассистент «Promo» закончил: 3 публикации.', 'Page 2']);
  });

  test('when everything failed there is a message without pictures, and a deleted assistant causes none', async () => {
    const failed = await queuedStory(bot, { pages: 2 });
    await failed.post(() => 'failed');
    expect(textsOf(await heardBy(failed))).toEqual([
      '"Promo" has finished: 0 posts made.\nFailed: 2 posts (Page 1, Page 2). You can retry in the app.',
    ]);
    const deleted = await queuedStory(bot);
    await bot.rows('UPDATE assistants SET deleted_at = now() WHERE id = $1', [deleted.assistantId]);
    await deleted.post();
    expect(await heardBy(deleted)).toEqual([]);
  });

  test('the job that runs again, or twice at once, sends nothing again', async () => {
    const story = await queuedStory(bot, { flyers: 2 });
    await story.post();
    const before = await heardBy(story);
    for (const key of ['a', 'b', 'c']) {
      await bot.rows(
        `SELECT graphile_worker.add_job('deliver_pictures', json_build_object('assistant_id', $1::uuid), job_key := $2)`,
        [story.assistantId, key],
      );
    }
    expect(await heardBy(story)).toEqual(before);
  });

  test('"Process screenshots and notify bot" brings all pictures again, once a click', async () => {
    const story = await queuedStory(bot, { flyers: 2 });
    await story.post();
    const before = (await heardBy(story)).length;
    const as = await bot.server.signIn(String(story.person.id));
    const click = () => bot.server.call(processScreenshots, { as, params: { id: story.assistantId } });
    for (let clicks = 1; clicks <= 2; clicks++) {
      expect(await click()).toMatchObject({ status: 200, json: { pictures: 0 } });
      const heard = (await heardBy(story)).slice(before + 3 * (clicks - 1));
      expect(textsOf(heard)).toEqual(['The pictures of "Promo": 2.', 'Page 1', 'Page 1']);
    }
  });

  test('a photo that Telegram refuses is sent as a document', async () => {
    const story = await queuedStory(bot);
    bot.fake.faults.plan({ fault: { kind: 'server_error', status: 400 }, method: 'sendPhoto', times: 1 });
    await story.post();
    expect(kindsOf(await heardBy(story))).toBe('text document');
  });
});

test.each([
  ['photo', false],
  ['document', true],
])(
  'a screenshot kept as WebP is sent as a JPEG %s, because Telegram would make a sticker of it',
  async (kind, asFile) => {
    await bot.startWorking(() => webp(90, 60));
    const story = await queuedStory(bot, { asFile });
    await story.post();
    const [, picture] = await heardBy(story);
    expect(picture).toMatchObject({ kind, fileName: 'post-1.jpg' });
    expect(await sharp(picture?.bytes ?? Buffer.alloc(0)).metadata()).toMatchObject({
      format: 'jpeg',
      width: 90,
      height: 60,
    });
  },
);

test('screenshots that could not be made are counted, and sent once they exist when they are requested again', async () => {
  let works = false;
  const story = await queuedStory(bot, { flyers: 2 });
  await bot.startWorking(async () => {
    if (!works) throw new Error('no browser');
    await sleep(300);
    return takePicture();
  });
  await story.post();
  const before = await heardBy(story);
  expect(textsOf(before)).toEqual(['"Promo" has finished: 2 posts made.\nWithout a picture: 2 posts.']);
  expect(MAX_PICTURE_TRIES).toBe(3);
  works = true;
  const as = await bot.server.signIn(String(story.person.id));
  const { json } = await bot.server.call(processScreenshots, { as, params: { id: story.assistantId } });
  expect(json.pictures).toBe(2);
  await bot.messagesTo(story.person, before.length + 1);
  expect(textsOf((await heardBy(story)).slice(before.length))).toEqual([
    'The pictures of "Promo": 2.',
    'Page 1',
    'Page 1',
  ]);
});

test('two jobs that answer one request at the same moment answer it once', async () => {
  const story = await queuedStory(bot, { flyers: 2 });
  await bot.startWorking(takePicture);
  await story.post();
  const before = (await heardBy(story)).length;
  await bot.rows('INSERT INTO bot_picture_requests (assistant_id) VALUES ($1)', [story.assistantId]);
  const { db } = bot.context;
  const deliver = deliverScreenshots({ db, appLink: appLinkTo('https://flyers.example') });
  const holder = await poolOf(db).connect();
  try {
    // Both have begun before either goes on.
    await holder.query('BEGIN');
    await holder.query('SELECT FROM assistants WHERE id = $1 FOR NO KEY UPDATE', [story.assistantId]);
    const context = { abortSignal: new AbortController().signal };
    const both = [1, 2].map(() => deliver({ assistant_id: story.assistantId }, context));
    await waitForLockWait(db, 2);
    await holder.query('COMMIT');
    await Promise.all(both);
  } finally {
    holder.release();
  }
  expect(textsOf((await heardBy(story)).slice(before))).toEqual(['The pictures of "Promo": 2.', 'Page 1', 'Page 1']);
});

test('a request in the middle of a run sends what is posted, and the rest when it has finished', async () => {
  const story = await queuedStory(bot, { flyers: 1, pages: 2 });
  const device = deviceOf(bot.context.db, story.pages[0] as never);
  const claimed = await device.claim();
  await device.submitting(claimed);
  await device.posted(claimed);
  const as = await bot.server.signIn(String(story.person.id));
  await bot.server.call(processScreenshots, { as, params: { id: story.assistantId } });
  await bot.startWorking(takePicture);
  await bot.messagesTo(story.person, 2);
  expect(textsOf(await heardBy(story))).toEqual(['The pictures of "Promo": 1.', 'Page 1']);
  await story.post();
  expect(textsOf((await heardBy(story)).slice(2))).toEqual(['"Promo" has finished: 2 posts made.', 'Page 2']);
});

describe('the last two postings of an assistant', () => {
  const postAll = async () => {
    const story = await queuedStory(bot, { flyers: 2 });
    await story.post();
    await bot.rows('DELETE FROM graphile_worker._private_jobs');
    const { db, files } = bot.context;
    const pictureFileId = await storeImage(db, files, { ownerId: story.ownerId, bytes: await png() });
    const [one, two] = await bot.rows<{ id: string }>('SELECT id FROM page_postings WHERE assistant_id = $1', [
      story.assistantId,
    ]);
    return { story, outcome: { pictureFileId }, one: one?.id ?? '', two: two?.id ?? '' };
  };

  test('that end in two concurrent transactions, neither of which sees the other, still finish it', async () => {
    const { story, outcome, one, two } = await postAll();
    const pool = poolOf(bot.context.db);
    const [first, second] = [await pool.connect(), await pool.connect()];
    try {
      await first.query('BEGIN');
      await second.query('BEGIN');
      await completePosting(dbOn(first), one, outcome);
      const waiting = completePosting(dbOn(second), two, outcome);
      await waitForLockWait(bot.context.db);
      await first.query('COMMIT');
      await waiting;
      await second.query('COMMIT');
    } finally {
      first.release();
      second.release();
    }
    const jobs = await bot.rows(`SELECT key FROM graphile_worker.jobs WHERE task_identifier = 'deliver_pictures'`);
    expect(jobs).toEqual([{ key: `delivery:${story.assistantId}` }]);
  });

  test('finish it once, with two workers at it', async () => {
    const { story, outcome, one, two } = await postAll();
    await Promise.all([bot.startWorking(), bot.startWorking()]);
    await Promise.all([one, two].map((id) => completePosting(bot.context.db, id, outcome)));
    await bot.messagesTo(story.person, 1);
    expect(kindsOf(await heardBy(story))).toBe('text photo photo');
  });
});

test('without a bot a finished assistant leaves no job and no message behind', async () => {
  const story = await queuedStory(bot);
  const worker = await startWorker(bot.context, { screenshotTaker: { take: takePicture } }, QUICK_WORKER);
  try {
    await story.post();
    await eventually(
      () =>
        bot.rows(`SELECT 1 FROM page_postings WHERE assistant_id = $1 AND status = 'completed'`, [story.assistantId]),
      (rows) => rows.length === 1,
    );
    await quiet();
    expect(await bot.rows('SELECT 1 FROM bot_messages WHERE chat_id = $1', [String(story.person.id)])).toEqual([]);
  } finally {
    await worker.stop();
  }
});
