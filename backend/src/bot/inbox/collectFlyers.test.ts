import { createHash } from 'node:crypto';
import { MAX_FLYER_BYTES_PER_USER } from '@flyerdeck/contracts';
import { eventually } from '../../../test/eventually.ts';
import { buildUsedSpace } from '../../../test/factories.ts';
import { photo, png } from '../../files/images.fixture.ts';
import { useBot } from '../bot.testing.ts';
import { appLinkTo } from '../outbox/outbox.ts';
import { handleUpdate } from './handleUpdate.ts';
import { storeUpdates } from './updates.query.ts';

const bot = useBot({ publicUrl: 'https://flyers.example' });

interface Flyer {
  readonly assistant: string;
  readonly assistant_id: string;
  readonly description: string;
  readonly sha256: string;
  readonly byte_size: number;
}
const flyersOf = (telegramId: number) =>
  bot.rows<Flyer>(
    `SELECT a.name AS assistant, a.id AS assistant_id, t.description, f.sha256, f.byte_size FROM tasks t
     JOIN assistants a ON a.id = t.assistant_id JOIN users u ON u.id = a.owner_id JOIN files f ON f.id = t.file_id
     WHERE u.telegram_id = $1 ORDER BY a.created_at, t.sequence_order`,
    [String(telegramId)],
  );
const descriptionsOf = async (telegramId: number) => (await flyersOf(telegramId)).map(({ description }) => description);
const album = (captions: readonly string[]) =>
  Promise.all(captions.map(async (caption, i) => ({ bytes: await photo(60 + i, 40), caption })));
const hashesOf = (pictures: readonly { bytes: Buffer }[]) =>
  pictures.map(({ bytes }) => createHash('sha256').update(bytes).digest('hex'));

describe('with a worker', () => {
  beforeEach(async () => {
    bot.startReceiving();
    await bot.startWorking();
  });

  test('a photo becomes a flyer of a new assistant, unchanged and in its largest size, and the reply links to the assistant', async () => {
    const anna = bot.person();
    const bytes = await photo();
    await bot.fake.telegram.sendPhoto(anna, { bytes, caption: 'Three free days' });
    const [answer] = await bot.messagesTo(anna, 1);
    const [flyer] = await flyersOf(anna.id);
    expect(flyer).toMatchObject({ description: 'Three free days', byte_size: bytes.length });
    expect(answer?.text).toMatch(/^Added 1 flyer to "Flyers \d{4}-\d\d-\d\d"\.$/);
    expect(answer?.button).toEqual({
      text: 'Open Flyerdeck',
      url: `https://flyers.example/?view=assistants&expandAssistant=${flyer?.assistant_id}`,
      opensMiniApp: true,
    });
  });

  test('flyers are added to the newest waiting assistant, not to a queued or deleted one', async () => {
    const anna = bot.person();
    for (const name of ['Old', 'Newest', 'Queued', 'Deleted']) {
      bot.fake.telegram.sendText(anna, `/new ${name}`);
      await bot.messagesTo(anna, ['Old', 'Newest', 'Queued', 'Deleted'].indexOf(name) + 1);
    }
    const mine = 'owner_id = (SELECT id FROM users WHERE telegram_id = $1)';
    await bot.rows(`UPDATE assistants SET queued_at = now() WHERE name = 'Queued' AND ${mine}`, [String(anna.id)]);
    await bot.rows(`UPDATE assistants SET deleted_at = now() WHERE name = 'Deleted' AND ${mine}`, [String(anna.id)]);
    await bot.fake.telegram.sendDocument(anna, { bytes: await png(), caption: 'As a file' });
    const replies = await bot.messagesTo(anna, 5);
    expect(replies[4]?.text).toBe('Added 1 flyer to "Newest".');
    expect(await flyersOf(anna.id)).toMatchObject([{ assistant: 'Newest', description: 'As a file' }]);
  });

  test('an album becomes flyers of one assistant in the order of the album, each with the single caption', async () => {
    const anna = bot.person();
    const pictures = await album(['', 'One for all', '', '', '']);
    await bot.fake.telegram.sendAlbum(anna, pictures, { order: [3, 0, 4, 2, 1] });
    const [answer] = await bot.messagesTo(anna, 1);
    expect(answer?.text).toMatch(/^Added 5 flyers to .*\.$/);
    const flyers = await flyersOf(anna.id);
    expect(flyers.map(({ sha256 }) => sha256)).toEqual(hashesOf(pictures));
    expect(flyers.map(({ description }) => description)).toEqual(Array(5).fill('One for all'));
    expect(new Set(flyers.map(({ assistant_id }) => assistant_id)).size).toBe(1);
    expect(await bot.messagesTo(anna, 1)).toHaveLength(1);
  });

  test('pictures beyond the quota are refused without creating an assistant; pictures that still fit are added', async () => {
    const anna = bot.person();
    bot.fake.telegram.sendText(anna, '/start');
    await bot.messagesTo(anna, 1);
    const [user] = await bot.rows<{ id: string }>('SELECT id FROM users WHERE telegram_id = $1', [String(anna.id)]);
    const [small, large] = [await photo(60, 40), await photo(900, 700)];
    await buildUsedSpace(bot.context.db, user?.id ?? '', MAX_FLYER_BYTES_PER_USER - small.length);
    await bot.fake.telegram.sendPhoto(anna, { bytes: large });
    const tooMuch = 'your flyers may take up 2 GB; delete some in the app first.';
    expect((await bot.messagesTo(anna, 2))[1]?.text).toBe(`The file was not taken: ${tooMuch}`);
    expect(await bot.rows('SELECT 1 FROM assistants WHERE owner_id = $1', [user?.id])).toEqual([]);
    await bot.fake.telegram.sendAlbum(anna, [{ bytes: large }, { bytes: small }], { asDocuments: true });
    expect((await bot.messagesTo(anna, 3))[2]?.text).toMatch(
      new RegExp(`^Added 1 flyer to .*\\.\\nNumber 1 of the album was not taken: ${tooMuch}$`),
    );
    expect(await flyersOf(anna.id)).toMatchObject([{ byte_size: small.length }]);
  });

  test('files of an album that are not pictures, too large or damaged are refused with a reason each, and the others are added', async () => {
    const anna = bot.person();
    const whole = await photo();
    const large = Buffer.concat([whole, Buffer.alloc(10 * 1024 * 1024)]);
    await bot.fake.telegram.sendAlbum(
      anna,
      [
        { bytes: whole },
        { bytes: Buffer.from('%PDF-1.7'), fileName: 'a.pdf', mimeType: 'application/pdf' },
        { bytes: large },
        { bytes: whole.subarray(0, whole.length / 2) },
        { bytes: Buffer.from('<svg/>'), fileName: 'a.svg', mimeType: 'image/svg+xml' },
      ],
      { asDocuments: true },
    );
    const [answer] = await bot.messagesTo(anna, 1);
    expect(answer?.text.split('\n').slice(1)).toEqual([
      'Number 2 of the album was not taken: it is not a JPEG, PNG, WebP or GIF picture.',
      'Number 3 of the album was not taken: it is larger than 10 MB.',
      'Number 4 of the album was not taken: it is damaged or too large to be opened.',
      'Number 5 of the album was not taken: it is not a JPEG, PNG, WebP or GIF picture.',
    ]);
    expect(await flyersOf(anna.id)).toHaveLength(1);
  });
});

test('an album that is received by two processes and handled by two workers becomes one set of flyers', async () => {
  const anna = bot.person();
  const updates = await bot.fake.telegram.sendAlbum(anna, await album(['Sale', '', '', '', '', '']));
  const stored = updates as unknown as Parameters<typeof storeUpdates>[1];
  // The parts are delivered twice, in overlapping halves and in another order.
  await Promise.all([
    storeUpdates(bot.context.db, [...stored].reverse()),
    storeUpdates(bot.context.db, stored.slice(0, 4)),
    storeUpdates(bot.context.db, stored.slice(2)),
  ]);
  const handle = handleUpdate({ ...bot.context, appLink: appLinkTo('https://flyers.example') });
  const abortSignal = new AbortController().signal;
  // The test also handles every update, twice at the same time, while two workers run.
  await Promise.all([
    bot.startWorking(),
    bot.startWorking(),
    ...stored.flatMap(({ update_id }) => [
      handle({ update_id: String(update_id) }, { abortSignal }),
      handle({ update_id: String(update_id) }, { abortSignal }),
    ]),
  ]);
  await bot.messagesTo(anna, 1);
  await eventually(
    () => bot.rows('SELECT 1 FROM graphile_worker.jobs WHERE task_identifier NOT LIKE $1', ['%sweep']),
    (jobs) => jobs.length === 0,
  );
  expect(await descriptionsOf(anna.id)).toEqual(Array(6).fill('Sale'));
  expect(await bot.messagesTo(anna, 1)).toHaveLength(1);
});
