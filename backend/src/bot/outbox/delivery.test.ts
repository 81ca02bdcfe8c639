import { processScreenshots } from '@flyerdeck/contracts';
import { Api } from 'grammy';
import sharp from 'sharp';
import { storeImage } from '../../../test/asRoutes.ts';
import { dbOn } from '../../../test/dbOn.ts';
import { deviceOf } from '../../../test/deviceCalls.ts';
import { eventually } from '../../../test/eventually.ts';
import type { ReceivedMessage } from '../../../test/fakeBotApi/fakeTelegram.ts';
import { waitForLockWait } from '../../../test/locks.ts';
import { poolOf } from '../../database/pool.ts';
import { noise, png, webp } from '../../files/images.fixture.ts';
import { completePosting } from '../../postings/report/report.query.ts';
import { retryPostings } from '../../postings/retry/retryPostings.ts';
import { serving } from '../../server/http/smallServer.testing.ts';
import { textsOf, useBot } from '../bot.testing.ts';
import { type BotScenario, buildBotScenario } from '../botScenario.testing.ts';
import { intoAlbums } from './deliverScreenshots.ts';
import { readTelegramFailure, type TelegramFailure } from './telegram.ts';

const bot = useBot({ publicUrl: 'https://flyers.example' });
/** Each call makes a different picture. */
const takePicture = () => noise(90, 60).png().toBuffer();

const waitForJobs = () =>
  eventually(
    () =>
      bot.rows(
        `SELECT task_identifier, last_error FROM graphile_worker.jobs WHERE task_identifier NOT LIKE '%sweep'
         UNION ALL SELECT 'screenshot', tries::text FROM pending_screenshots`,
      ),
    (jobs) => jobs.length === 0,
  );
const messagesAfterJobs = async ({ person }: BotScenario) => {
  await waitForJobs();
  return bot.fake.telegram.messagesTo(person.id);
};
/** The device of the first page posts once. */
async function postOnce({ pages: [page] }: BotScenario): Promise<void> {
  const device = deviceOf(bot.context.db, page as never);
  const claimed = await device.claim();
  await device.submitting(claimed);
  await device.posted(claimed);
}
const requestScreenshots = async ({ person, assistantId }: BotScenario) => {
  const as = await bot.server.signIn(String(person.id));
  return bot.server.call(processScreenshots, { as, params: { id: assistantId } });
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

  test('its owner gets one message and its screenshots as an album of the stored bytes', async () => {
    const scenario = await buildBotScenario(bot, { flyers: 3, pages: 2 });
    await scenario.post();
    const [summary, ...pictures] = await messagesAfterJobs(scenario);
    expect(summary).toMatchObject({
      text: '"Promo" has finished: 6 posts made.',
      button: { url: `https://flyers.example/?view=assistants&expandAssistant=${scenario.assistantId}` },
    });
    expect(kindsOf(pictures)).toBe('photo photo photo photo photo photo');
    expect(albumsOf(pictures)).toEqual([6]);
    expect(textsOf(pictures)).toEqual(['Page 1', 'Page 2', 'Page 1', 'Page 2', 'Page 1', 'Page 2']);
    const kept = await bot.rows<{ bytes: Buffer }>(
      `SELECT b.bytes FROM page_postings p JOIN pages g ON g.guid = p.page_guid JOIN files f ON f.id = p.picture_file_id
       JOIN blobs b ON b.key = 'original/' || f.sha256 WHERE p.assistant_id = $1 ORDER BY p.sequence_order, g.name`,
      [scenario.assistantId],
    );
    expect(pictures.map(({ bytes }) => bytes?.equals(kept.shift()?.bytes ?? Buffer.alloc(0)))).toEqual(
      Array(6).fill(true),
    );
  });

  test('nothing is sent while a posting or a duplicate is unfinished', async () => {
    const scenario = await buildBotScenario(bot, { duplicate: true });
    const originals = () =>
      bot.rows(`SELECT 1 FROM page_postings WHERE assistant_id = $1 AND NOT is_duplicate AND status = 'completed'`, [
        scenario.assistantId,
      ]);
    await bot.rows(
      `UPDATE page_postings SET queued_at = now() + interval '1 hour' WHERE assistant_id = $1 AND is_duplicate`,
      [scenario.assistantId],
    );
    await postOnce(scenario);
    await eventually(originals, (rows) => rows.length === 1);
    expect(await messagesAfterJobs(scenario)).toEqual([]);
    await scenario.post();
    expect(kindsOf(await messagesAfterJobs(scenario))).toBe('text photo photo');
  });

  test('one line of the message names the failures; after a retry only the new screenshot is sent', async () => {
    const scenario = await buildBotScenario(bot, { pages: 3, language: 'ru' });
    await scenario.post((_, index) => (index === 1 ? 'failed' : 'posted'));
    const first = await messagesAfterJobs(scenario);
    expect(first[0]?.text).toBe(
      'Ассистент «Promo» закончил: 2 публикации.\nНе удалось: 1 публикация (Page 2). Повторить можно в приложении.',
    );
    expect(textsOf(first.slice(1))).toEqual(['Page 1', 'Page 3']);

    const [task] = await bot.rows<{ id: string }>('SELECT id FROM tasks WHERE assistant_id = $1', [
      scenario.assistantId,
    ]);
    const retry = { ownerId: scenario.ownerId, taskId: task?.id ?? '', postingIds: null, confirmUnconfirmed: false };
    await retryPostings(bot.context.db, retry);
    await scenario.post();
    const second = (await messagesAfterJobs(scenario)).slice(first.length);
    expect(textsOf(second)).toEqual(['Ассистент «Promo» закончил: 3 публикации.', 'Page 2']);
  });

  test('a delivery job that runs again, or several times at once, sends nothing twice', async () => {
    const scenario = await buildBotScenario(bot, { flyers: 2 });
    await scenario.post();
    const before = await messagesAfterJobs(scenario);
    for (const key of ['a', 'b', 'c']) {
      await bot.rows(
        `SELECT graphile_worker.add_job('deliver_screenshots', json_build_object('assistant_id', $1::uuid), job_key := $2)`,
        [scenario.assistantId, key],
      );
    }
    expect(await messagesAfterJobs(scenario)).toEqual(before);
  });

  test('"Process screenshots and notify bot" sends all screenshots again, once per click', async () => {
    const scenario = await buildBotScenario(bot, { flyers: 2 });
    await scenario.post();
    const before = (await messagesAfterJobs(scenario)).length;
    for (let clicks = 1; clicks <= 2; clicks++) {
      expect(await requestScreenshots(scenario)).toMatchObject({ status: 200, json: { pictures: 0 } });
      const messages = (await messagesAfterJobs(scenario)).slice(before + 3 * (clicks - 1));
      expect(textsOf(messages)).toEqual(['The screenshots of "Promo": 2.', 'Page 1', 'Page 1']);
    }
  });
});

test.each([
  ['photo', false],
  ['document', true],
])(
  'a screenshot stored as WebP is sent as a JPEG %s, because Telegram shows WebP as a sticker',
  async (kind, asFile) => {
    await bot.startWorking(() => webp(90, 60));
    const scenario = await buildBotScenario(bot, { asFile });
    await scenario.post();
    const [, picture] = await messagesAfterJobs(scenario);
    expect(picture).toMatchObject({ kind, fileName: 'post-1.jpg' });
    expect(await sharp(picture?.bytes ?? Buffer.alloc(0)).metadata()).toMatchObject({
      format: 'jpeg',
      width: 90,
      height: 60,
    });
  },
);

describe('the last two postings of an assistant, completed at the same time,', () => {
  const postAll = async () => {
    const scenario = await buildBotScenario(bot, { flyers: 2 });
    await scenario.post();
    await bot.rows('DELETE FROM graphile_worker._private_jobs');
    const { db, files } = bot.context;
    const screenshotFileId = await storeImage(db, files, { ownerId: scenario.ownerId, bytes: await png() });
    const [one, two] = await bot.rows<{ id: string }>('SELECT id FROM page_postings WHERE assistant_id = $1', [
      scenario.assistantId,
    ]);
    return { scenario, outcome: { screenshotFileId }, one: one?.id ?? '', two: two?.id ?? '' };
  };

  test('finish it, also in two transactions that do not see each other', async () => {
    const { scenario, outcome, one, two } = await postAll();
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
    const jobs = await bot.rows(`SELECT key FROM graphile_worker.jobs WHERE task_identifier = 'deliver_screenshots'`);
    expect(jobs).toEqual([{ key: `delivery:${scenario.assistantId}` }]);
  });
});

test.each([
  [0, []],
  [1, [1]],
  [10, [10]],
  [11, [6, 5]],
  [60, [10, 10, 10, 10, 10, 10]],
])('%i screenshots are sent once, in albums that Telegram accepts, and in order', (count, sizes) => {
  const screenshots = Array.from({ length: count }, (_, n) => ({ fileId: `${n}`, caption: '' }));
  const albums = intoAlbums(screenshots, true);
  expect(albums.map(({ pictures }) => pictures.length)).toEqual(sizes);
  expect(albums.flatMap(({ pictures }) => pictures)).toEqual(screenshots);
});

describe('calls of Telegram', () => {
  const failureAfter = (status: number, body: object): Promise<TelegramFailure> =>
    serving([(ctx) => void Object.assign(ctx, { status, body })], (apiRoot) =>
      new Api('1:secret', { apiRoot }).getMe().then(() => {
        throw new Error('the call succeeded');
      }, readTelegramFailure),
    );

  test('JSON that is no answer of the Bot API, such as that of a proxy, is an outage, and the reason says so [S16.5-5]', async () => {
    for (const body of [{}, { error: 'no route' }, { ok: false }]) {
      expect(await failureAfter(502, body)).toEqual({
        kind: 'unavailable',
        reason: 'the answer is not one of the Bot API',
        isTokenRefused: false,
      });
    }
  });

  test.each([401, 404])(
    '%i, with which Telegram answers to a wrong token, refuses the token and no message [S16.5-4]',
    async (status) => {
      expect(await failureAfter(status, { ok: false, error_code: status })).toMatchObject({
        kind: 'unavailable',
        isTokenRefused: true,
      });
    },
  );

  afterEach(() => jest.useRealTimers());
});
