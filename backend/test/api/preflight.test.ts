import {
  addToQueue,
  type ForecastWarning,
  forecastAssistant,
  getListedWords,
  NO_RULES,
  pollDevice,
  previewTexts,
  setLimitsOfPages,
  setListedWords,
  startQueue,
  updateAssistant,
} from '@flyerdeck/contracts';
import { deviceOf } from '../deviceCalls.ts';
import { buildPage } from '../factories.ts';
import { useTestServer } from '../testServer.ts';
import { describeCall } from './describeCall.testing.ts';
import { makeAssistantWithFlyers } from './flyers.testing.ts';
import { type Person, signUp } from './people.testing.ts';
import { goOnline } from './postingOwner.testing.ts';

const server = useTestServer();

/** A waiting assistant with these flyers, each with an image of its own, for the pages with the tag. */
async function waiting(owner: Person, flyers: string[], tag = 'vip'): Promise<string> {
  const { id } = await makeAssistantWithFlyers(server, owner, flyers);
  await server.context.pool.query('UPDATE tasks SET file_id = NULL WHERE assistant_id = $1', [id]);
  await server.call(updateAssistant, {
    as: owner.as,
    params: { id },
    body: { posting_rules: { ...NO_RULES, target_tags: [tag] } },
  });
  return id;
}

const forecastOf = async (owner: Person, id: string) =>
  (await server.call(forecastAssistant, { as: owner.as, params: { id } })).json;

/** Gives a flyer of the assistant an image with this content. */
const setImage = (owner: Person, id: string, flyer: number, sha256: string) =>
  server.context.pool.query(
    `WITH image AS (
       INSERT INTO files (owner_id, sha256, content_type, byte_size, width, height)
       VALUES ($1, $3, 'image/png', 1, 1, 1) RETURNING id
     )
     UPDATE tasks SET file_id = (SELECT id FROM image) WHERE assistant_id = $2 AND sequence_order = $4`,
    [owner.id, id, sha256, flyer - 1],
  );

describeCall(server, setListedWords, ({ succeeds }) => {
  succeeds('stores trimmed words, each once whatever its case, and the forecast warns of them', async () => {
    const owner = await signUp(server);
    await buildPage(server.context.db, owner.id, { tags: ['vip'] });
    const body = { words: [' Free ', 'meet up', 'FREE', 't-shirt', '\\d+/('] };
    const answer = await server.call(setListedWords, { as: owner.as, body });
    expect(answer.json.words).toEqual(['Free', 'meet up', 't-shirt', '\\d+/(']);
    const id = await waiting(owner, ['freedom', 'get it FREE!', 'Meet up, T-Shirt']);
    expect((await forecastOf(owner, id)).warnings).toEqual([
      { kind: 'listed_word', flyer: 2, pages: 0, word: 'Free' },
      { kind: 'listed_word', flyer: 3, pages: 0, word: 'meet up' },
      { kind: 'listed_word', flyer: 3, pages: 0, word: 't-shirt' },
    ]);
  });
});

describeCall(server, getListedWords, ({ succeeds }) => {
  succeeds("returns the user's own words", async () => {
    const [owner, stranger] = [await signUp(server), await signUp(server)];
    await server.call(setListedWords, { as: owner.as, body: { words: ['mine'] } });
    expect((await server.call(getListedWords, { as: stranger.as })).json.words).toEqual([]);
    const answer = await server.call(getListedWords, { as: owner.as });
    expect(answer.json.words).toEqual(['mine']);
  });
});

describe('the forecast warns', () => {
  const image = (flyer: number, pages: number): ForecastWarning => ({
    kind: 'repeated_image',
    flyer,
    pages,
    word: null,
  });

  it('of texts over the length of the site', async () => {
    const owner = await signUp(server);
    const id = await waiting(owner, ['x'.repeat(1_000), 'x'.repeat(1_001)]);
    expect((await forecastOf(owner, id)).warnings).toEqual([{ kind: 'long_text', flyer: 2, pages: 0, word: null }]);
  });

  it('of images that pages had in the last 7 days or will have, and of repeated ones', async () => {
    const owner = await signUp(server);
    const first = await buildPage(server.context.db, owner.id, { tags: ['vip', 'one'] });
    await buildPage(server.context.db, owner.id, { tags: ['vip'] });
    const earlier = await waiting(owner, ['One', 'Two'], 'one');
    await setImage(owner, earlier, 1, 'same');
    await setImage(owner, earlier, 2, 'old');
    await server.call(addToQueue, { as: owner.as, params: { id: earlier } });
    const id = await waiting(owner, ['A', 'B', 'C', 'D']);
    for (const [flyer, sha256] of ['same', 'old', 'new', 'new'].entries()) await setImage(owner, id, flyer + 1, sha256);
    expect((await forecastOf(owner, id)).warnings).toEqual([image(1, 1), image(2, 1), image(4, 2)]);
    await server.call(startQueue, { as: owner.as });
    const device = deviceOf(server.context.db, first);
    for (let n = 0; n < 2; n++) await device.posted(await device.claim());
    await server.context.pool.query(
      `UPDATE page_postings SET publish_at = publish_at - interval '8 days', posted_at = posted_at - interval '8 days'
       WHERE assistant_id = $1 AND sequence_order = 1`,
      [earlier],
    );
    expect((await forecastOf(owner, id)).warnings).toEqual([image(1, 1), image(4, 2)]);
  });
});

describe('the forecast of pages with limits', () => {
  it('shows the last post where the limits put it, and how many pages have later posts', async () => {
    const owner = await signUp(server);
    const guids: string[] = [];
    for (let n = 0; n < 3; n++) {
      guids.push((await buildPage(server.context.db, owner.id, { tags: ['vip'] })).guid);
    }
    const id = await waiting(owner, ['A', 'B', 'C']);
    const limits = { max_posts_in_24_hours: 1, min_gap_minutes: null, hours: null };
    await server.call(setLimitsOfPages, { as: owner.as, body: { guids: guids.slice(0, 2), limits } });
    await goOnline(server, owner);
    const { limited_pages, first_at, last_at, is_last_known } = await forecastOf(owner, id);
    expect([limited_pages, is_last_known]).toEqual([2, true]);
    expect(Math.floor((Date.parse(last_at ?? '') - Date.parse(first_at ?? '')) / 300_000)).toBe(48 * 12);
  });
});

describeCall(server, previewTexts, ({ succeeds }) => {
  succeeds('shows three pages by their names', async () => {
    const owner = await signUp(server);
    for (const name of ['Rose', 'Ada', 'lily', 'Zoe'])
      await buildPage(server.context.db, owner.id, { name, tags: ['vip'] });
    const id = await waiting(owner, ['a']);
    const body = { description: 'I am {name}' };
    const answer = await server.call(previewTexts, { as: owner.as, params: { id }, body });
    expect(answer.json.texts.map(({ text }) => text)).toEqual(['I am Ada', 'I am lily', 'I am Rose']);
  });
});

describe('a text that differs from page to page', () => {
  const claimedBy = async (deviceSecret: string) =>
    (await server.call(pollDevice, { as: deviceSecret, body: {} })).json.posting?.text;

  test.each([
    ['{name} is @{username}', 'Lily is @lily_r'],
    ['{{name} and {unknown}, {a, }b|c', '{name} and {unknown}, {a, }b|c'],
    ['{only|only} {|}|{ {{', 'only |{ {'],
    ['no braces | at all', 'no braces | at all'],
    ['{Hi {name}!|Hi {name}!}\n{{', 'Hi Lily!\n{'],
    ['{|}', ''],
  ])('%j is %j', async (description, text) => {
    const owner = await signUp(server);
    await buildPage(server.context.db, owner.id, { tags: ['vip'], name: 'Lily', username: 'lily_r' });
    const id = await waiting(owner, ['a']);
    const { json } = await server.call(previewTexts, { as: owner.as, params: { id }, body: { description } });
    expect(json).toEqual({ texts: [{ page: 'Lily', text }] });
  });

  test('is stored when it is queued, and posted although the page is renamed meanwhile', async () => {
    const owner = await signUp(server);
    const page = await buildPage(server.context.db, owner.id, { tags: ['vip'], name: 'Lily', username: 'lily' });
    const id = await waiting(owner, ['Hi from {name}', 'plain']);
    await server.call(addToQueue, { as: owner.as, params: { id } });
    await server.context.pool.query(`UPDATE pages SET name = 'Rose' WHERE guid = $1`, [page.guid]);
    await server.call(startQueue, { as: owner.as });
    await server.context.pool.query('UPDATE users SET credits_balance = 10 WHERE id = $1', [owner.id]);
    expect(await claimedBy(page.deviceSecret)).toBe('Hi from Lily');
    const { rows } = await server.context.pool.query(
      'SELECT page_text FROM page_postings WHERE assistant_id = $1 ORDER BY sequence_order',
      [id],
    );
    expect(rows).toEqual([{ page_text: 'Hi from Lily' }, { page_text: null }]);
  });
});
