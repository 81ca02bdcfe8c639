import {
  addToQueue,
  checkSitePack,
  type ForecastWarning,
  forecastAssistant,
  getListedWords,
  getSitePack,
  type SiteRule,
  setLimitsOfPages,
  setListedWords,
  startQueue,
  updateAssistant,
} from '@flyerdeck/contracts';
import { deviceOf } from '../../test/deviceCalls.ts';
import { buildPage } from '../../test/factories.ts';
import { useTestServer } from '../../test/testServer.ts';
import { NO_RULES } from '../assistants/assistants.service.ts';
import { packOfVersion } from '../sitePacks/sitePacks.testing.ts';
import { describeCall } from './describeCall.testing.ts';
import { makeAssistantWithFlyers } from './flyers.testing.ts';
import { type Person, signUp } from './people.testing.ts';

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
    return answer;
  });
});

describeCall(server, getListedWords, ({ succeeds }) => {
  succeeds("returns the user's own words", async () => {
    const [owner, stranger] = [await signUp(server), await signUp(server)];
    await server.call(setListedWords, { as: owner.as, body: { words: ['mine'] } });
    expect((await server.call(getListedWords, { as: stranger.as })).json.words).toEqual([]);
    const answer = await server.call(getListedWords, { as: owner.as });
    expect(answer.json.words).toEqual(['mine']);
    return answer;
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
    const { limited_pages, first_at, last_at } = await forecastOf(owner, id);
    expect(limited_pages).toBe(2);
    // And the time that two posts take.
    expect(Math.floor((Date.parse(last_at ?? '') - Date.parse(first_at ?? '')) / 300_000)).toBe(48 * 12);
  });
});

describe('rules of the site', () => {
  const RULE: SiteRule = {
    kind: 'max_posts',
    words: ['#ad'],
    count: 3,
    hours: 24,
    source: 'https://site.example/rules',
    checked_on: '2026-11-26',
  };
  const publishRules = (...rules: SiteRule[]) => {
    const pack = { ...packOfVersion(77), rules };
    expect(checkSitePack(pack)).toEqual([]);
    return server.context.db.query('INSERT INTO site_packs (version, pack) VALUES (77, $1)', [JSON.stringify(pack)]);
  };
  beforeEach(() => publishRules(RULE));
  afterEach(() => server.context.db.query('DELETE FROM site_packs'));
  const posts = (count: number, text: string) => Array.from({ length: count }, (_, n) => `${text} ${n}`);
  const brokenBy = async (owner: Person, flyers: string[]) =>
    (await forecastOf(owner, await waiting(owner, flyers))).broken_rules;
  const vipPages = async (owner: Person, count: number) => {
    for (let n = 0; n < count; n++) await buildPage(server.context.db, owner.id, { tags: ['vip'] });
  };

  it('are warned of, with the number of pages, by the planned posts that contain the words', async () => {
    const owner = await signUp(server);
    await vipPages(owner, 2);
    expect(await brokenBy(owner, posts(3, 'Come #AD'))).toEqual([]);
    expect(await brokenBy(owner, [...posts(3, 'Come #ad!'), 'No #advice', 'Nothing'])).toEqual([]);
    expect(await brokenBy(owner, posts(4, 'Come #ad!'))).toEqual([{ ...RULE, pages: 2 }]);
  });

  it('count what the queue will post and what was posted, in any hours of the rule', async () => {
    const owner = await signUp(server);
    await vipPages(owner, 1);
    const first = await waiting(owner, posts(2, 'First #ad'));
    await server.call(addToQueue, { as: owner.as, params: { id: first } });
    expect(await brokenBy(owner, posts(1, 'Second #ad'))).toEqual([]);
    expect(await brokenBy(owner, posts(2, 'Second #ad'))).toEqual([{ ...RULE, pages: 1 }]);
    await server.call(startQueue, { as: owner.as });
    const [page] = await server.context.db.query('SELECT guid FROM pages WHERE owner_id = $1', [owner.id]);
    await server.context.db.query(
      "UPDATE page_postings SET status = 'posted', posted_at = now() - interval '23 hours', publish_at = now() - interval '23 hours' WHERE page_guid = $1",
      [page.guid],
    );
    expect(await brokenBy(owner, posts(2, 'Third #ad'))).toEqual([{ ...RULE, pages: 1 }]);
    await server.context.db.query(
      "UPDATE page_postings SET posted_at = now() - interval '25 hours', publish_at = now() - interval '25 hours' WHERE page_guid = $1",
      [page.guid],
    );
    expect(await brokenBy(owner, posts(2, 'Third #ad'))).toEqual([]);
  });

  it('are those of the published pack, and are not handed out to extensions', async () => {
    const owner = await signUp(server);
    const page = await buildPage(server.context.db, owner.id, { tags: ['vip'] });
    const rule: SiteRule = {
      kind: 'max_posts',
      count: 1,
      hours: 2,
      source: 'https://site.example/rules',
      checked_on: '2026-11-26',
    };
    await server.context.db.query('DELETE FROM site_packs');
    await publishRules(rule);
    expect(await brokenBy(owner, ['One', 'Two'])).toEqual([{ ...rule, pages: 1 }]);
    for (const as of [page.deviceSecret, undefined]) {
      const { json } = await server.call(getSitePack, { as });
      expect(json).toMatchObject({ version: 77 });
      expect(json).not.toHaveProperty('rules');
    }
  });

  it('take posts by hand into account', async () => {
    const owner = await signUp(server);
    const page = await buildPage(server.context.db, owner.id, { tags: ['vip'] });
    await server.context.db.query('DELETE FROM site_packs');
    const { words: _, ...ofAll } = RULE;
    await publishRules({ ...ofAll, count: 2 });
    await server.context.db.query("UPDATE pages SET posts_by_hand = ARRAY[now() - interval '1 hour'] WHERE guid = $1", [
      page.guid,
    ]);
    expect(await brokenBy(owner, ['One'])).toEqual([]);
    expect(await brokenBy(owner, ['One', 'Two'])).toMatchObject([{ count: 2, pages: 1 }]);
  });
});
