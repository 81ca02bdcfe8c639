import { deviceOf, expireLease } from '../../test/deviceCalls.ts';
import type { BuiltPage } from '../../test/factories.ts';
import { useTestDatabase } from '../../test/testDatabase.ts';
import { inTransaction } from '../database/transaction.ts';
import { hashSecret } from '../http/secrets.ts';
import { sweepLeases } from '../postings/sweeps.query.ts';
import { chooseRollingPackPages } from './sitePacks.query.ts';
import { packOfDevice, storeStructureReport, withdrawSitePack } from './sitePacks.service.ts';
import { BUILT_IN, buildPostingPages, forgetPacks, publish, readPack, triedBy } from './sitePacks.testing.ts';

const database = useTestDatabase();
const db = () => database.db;
beforeEach(() => forgetPacks(db()));

const NEW = BUILT_IN + 1;
const NEWER = BUILT_IN + 2;
const device = (page: BuiltPage) => deviceOf(db(), page);
const packFor = async (page: BuiltPage) => (await packOfDevice(db(), hashSecret(page.deviceSecret))).version;
const pageOf = (pages: readonly BuiltPage[], guid: string | undefined): BuiltPage => {
  const found = pages.find((page) => page.guid === guid);
  if (!found) throw new Error('no such page');
  return found;
};
const withdraw = (version: number) => inTransaction(db(), (tx) => withdrawSitePack(tx, version));
const reportProbe = (page: BuiltPage, version: number) =>
  inTransaction(db(), (tx) =>
    storeStructureReport(tx, hashSecret(page.deviceSecret), {
      site_pack_version: version,
      what: 'probe',
      missing: ['text'],
      structure: 'form',
    }),
  );

/** Claims a posting with a pack in use. */
async function claimWith(page: BuiltPage, version: number) {
  const { claimed } = await device(page).poll({ site_pack_version: version });
  if (!claimed) throw new Error('nothing was claimed');
  return claimed;
}
async function postWith(page: BuiltPage, version: number): Promise<void> {
  const claimed = await claimWith(page, version);
  await device(page).submitting(claimed);
  await device(page).posted(claimed);
}
/** Publishes a pack, and returns its first page. */
async function publishToOne(pages: readonly BuiltPage[], version = NEW): Promise<BuiltPage> {
  await publish(db(), version);
  const [guid, ...others] = await triedBy(db());
  expect(others).toEqual([]);
  return pageOf(pages, guid);
}
async function publishToAll(pages: readonly BuiltPage[], version = NEW): Promise<void> {
  await postWith(await publishToOne(pages, version), version);
  const [second] = await db().query("SELECT page_guid FROM site_pack_pages WHERE stage = 'few'");
  await postWith(pageOf(pages, second.page_guid), version);
  expect((await readPack(db(), version))?.stage).toBe('all');
}

test('a new pack goes to one page only', async () => {
  const pages = await buildPostingPages(db(), 3);
  const first = await publishToOne(pages);
  const versions = await Promise.all(
    pages.map(async (page) => (await device(page).poll({ site_pack_version: BUILT_IN })).sitePackVersion),
  );
  expect(versions).toEqual(pages.map((page) => (page === first ? NEW : BUILT_IN)));
  expect(await Promise.all(pages.map(packFor))).toEqual(versions);
});

test('the first page posts: ten pages try the pack. Another of them posts: all use it', async () => {
  const pages = await buildPostingPages(db(), 12);
  const first = await publishToOne(pages);
  await postWith(first, NEW);
  expect((await readPack(db(), NEW))?.stage).toBe('few');
  const ten = await triedBy(db());
  expect(ten).toHaveLength(10);
  expect(ten).toContain(first.guid);

  await postWith(first, NEW);
  expect((await readPack(db(), NEW))?.stage).toBe('few');

  await postWith(
    pageOf(
      pages,
      ten.find((guid) => guid !== first.guid),
    ),
    NEW,
  );
  expect((await readPack(db(), NEW))?.stage).toBe('all');
  expect(await triedBy(db())).toEqual([]);
  expect(await Promise.all(pages.map(packFor))).toEqual(pages.map(() => NEW));
});

test('with a single page, its second post publishes the pack to all', async () => {
  const pages = await buildPostingPages(db(), 1);
  const only = await publishToOne(pages);
  await postWith(only, NEW);
  expect((await readPack(db(), NEW))?.stage).toBe('few');
  await postWith(only, NEW);
  expect((await readPack(db(), NEW))?.stage).toBe('all');
});

test('a post with the pack before does not count', async () => {
  const pages = await buildPostingPages(db(), 2);
  const first = await publishToOne(pages);
  await postWith(first, BUILT_IN);
  const claimed = await claimWith(first, BUILT_IN);
  await device(first).submitting(claimed);
  // The device starts to use the pack while a posting is in flight that it prepared with the one before.
  await device(first).poll({ site_pack_version: NEW });
  await device(first).posted(claimed);
  expect((await readPack(db(), NEW))?.stage).toBe('canary');
});

test('a failed posting of the page withdraws the pack, once, and the page uses the pack before', async () => {
  const pages = await buildPostingPages(db(), 3);
  await publishToAll(pages);
  const first = await publishToOne(pages, NEWER);
  const claimed = await claimWith(first, NEWER);
  await device(first).failed(claimed, 'The text field was not found.');
  const withdrawn = await readPack(db(), NEWER);
  expect(withdrawn).toMatchObject({ stage: 'withdrawn', withdrawn_reason: 'The text field was not found.' });
  expect(withdrawn?.withdrawn_by).toBe(first.guid);
  await device(first).failed(claimed, 'Reported again.');
  expect(await readPack(db(), NEWER)).toEqual(withdrawn);
  expect(await packFor(first)).toBe(NEW);
});

test('a posting that was withdrawn from its page for another reason withdraws no pack', async () => {
  const pages = await buildPostingPages(db(), 2);
  const first = await publishToOne(pages);
  const claimed = await claimWith(first, NEW);
  await expireLease(db(), claimed.id);
  await sweepLeases(db());
  expect((await readPack(db(), NEW))?.stage).toBe('canary');
});

test('a posting in doubt withdraws the pack, and its late report does not bring it back', async () => {
  const pages = await buildPostingPages(db(), 2);
  const first = await publishToOne(pages);
  const claimed = await claimWith(first, NEW);
  await device(first).submitting(claimed);
  await expireLease(db(), claimed.id);
  await sweepLeases(db());
  expect((await readPack(db(), NEW))?.stage).toBe('withdrawn');
  await device(first).posted(claimed);
  expect((await readPack(db(), NEW))?.stage).toBe('withdrawn');
});

test('a failed probe of a chosen page withdraws the pack, one of another page does not', async () => {
  const pages = await buildPostingPages(db(), 2);
  const first = await publishToOne(pages);
  const other = pages.find((page) => page !== first) as BuiltPage;
  await reportProbe(other, NEW);
  await reportProbe(first, BUILT_IN);
  expect((await readPack(db(), NEW))?.stage).toBe('canary');
  await reportProbe(first, NEW);
  expect(await readPack(db(), NEW)).toMatchObject({ stage: 'withdrawn', withdrawn_reason: 'A probe failed: text.' });
});

test('a pack that all pages use is not withdrawn by a failure, only by the operator', async () => {
  const pages = await buildPostingPages(db(), 3);
  await publishToAll(pages);
  const claimed = await claimWith(pages[0] as BuiltPage, NEW);
  await device(pages[0] as BuiltPage).failed(claimed);
  await reportProbe(pages[0] as BuiltPage, NEW);
  expect((await readPack(db(), NEW))?.stage).toBe('all');
  await withdraw(NEW);
  expect(await packFor(pages[0] as BuiltPage)).toBe(BUILT_IN);
  await expect(withdraw(NEW)).rejects.toThrow('Version 2 is not published, or is already withdrawn.');
});

test('a page that uses a withdrawn pack gets no posting before it uses another', async () => {
  const pages = await buildPostingPages(db(), 2);
  const first = await publishToOne(pages);
  await withdraw(NEW);
  const answer = await device(first).poll({ site_pack_version: NEW });
  expect(answer).toMatchObject({ claimed: null, sitePackVersion: BUILT_IN, awaitsHint: false });
  await claimWith(first, BUILT_IN);
});

test('a page that others are to try a pack for gets no posting with it', async () => {
  const pages = await buildPostingPages(db(), 2);
  const first = await publishToOne(pages);
  const other = pages.find((page) => page !== first) as BuiltPage;
  expect((await device(other).poll({ site_pack_version: NEW })).claimed).toBeNull();
});

describe('the choice of the first page', () => {
  const setHealth = (page: BuiltPage | undefined, health: string) =>
    db().query('UPDATE pages SET health = $2 WHERE guid = $1', [page?.guid, health]);

  test('a healthy page with work comes before one whose only trouble is site_changed', async () => {
    const pages = await buildPostingPages(db(), 3);
    await setHealth(pages[0], 'site_changed');
    await setHealth(pages[1], 'logged_out');
    expect(await publishToOne(pages)).toBe(pages[2]);
  });

  test('if none is healthy, it is a page whose only trouble is site_changed', async () => {
    const pages = await buildPostingPages(db(), 3);
    await setHealth(pages[0], 'logged_out');
    await setHealth(pages[1], 'site_changed');
    await db().query('UPDATE pages SET last_polled_at = NULL WHERE guid = $1', [pages[2]?.guid]);
    expect(await publishToOne(pages)).toBe(pages[1]);
  });

  test('a page without work or with an extension that knows no packs is not chosen while there is another', async () => {
    const [old] = await buildPostingPages(db(), 1);
    await db().query('UPDATE pages SET site_pack_version = NULL WHERE guid = $1', [old?.guid]);
    const [idle] = await buildPostingPages(db(), 1, { flyers: 1 });
    await db().query("UPDATE page_postings SET status = 'failed' WHERE page_guid = $1", [idle?.guid]);
    const pages = await buildPostingPages(db(), 1);
    expect(await publishToOne(pages)).toBe(pages[0]);
  });

  test('a page that goes offline is replaced, unless it has a posting in flight', async () => {
    const pages = await buildPostingPages(db(), 2);
    const first = await publishToOne(pages);
    const claimed = await claimWith(first, NEW);
    await db().query('UPDATE pages SET last_polled_at = NULL WHERE guid = $1', [first.guid]);
    await chooseRollingPackPages(db(), []);
    expect(await triedBy(db())).toEqual([first.guid]);
    await expireLease(db(), claimed.id);
    await sweepLeases(db());
    await chooseRollingPackPages(db(), []);
    expect(await triedBy(db())).toEqual([pages.find((page) => page !== first)?.guid]);
  });

  test('without a page that can try it, a pack waits for one', async () => {
    await publish(db(), NEW);
    expect(await triedBy(db())).toEqual([]);
    const pages = await buildPostingPages(db(), 1);
    await chooseRollingPackPages(db(), []);
    expect(await triedBy(db())).toEqual([pages[0]?.guid]);
    await chooseRollingPackPages(db(), []);
    expect(await triedBy(db())).toEqual([pages[0]?.guid]);
  });
});

test('a version is published once, and only when no other is being rolled out', async () => {
  await publish(db(), NEW);
  await expect(publish(db(), NEWER)).rejects.toThrow('Version 2 is still being rolled out.');
  await withdraw(NEW);
  await expect(publish(db(), NEW)).rejects.toThrow('Give the pack a higher version.');
  await expect(publish(db(), BUILT_IN)).rejects.toThrow('Give the pack a higher version.');
  await publish(db(), NEWER);
});

test('of two publishes at the same time one fails, and one pack is rolled out', async () => {
  const outcomes = await Promise.allSettled([publish(db(), NEW), publish(db(), NEWER)]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await db().query('SELECT stage FROM site_packs')).toEqual([{ stage: 'canary' }]);
});

test('of a post and a withdrawal at the same time either comes first, and the pack stays withdrawn', async () => {
  const pages = await buildPostingPages(db(), 2);
  const first = await publishToOne(pages);
  const claimed = await claimWith(first, NEW);
  await Promise.all([withdraw(NEW), device(first).posted(claimed)]);
  expect((await readPack(db(), NEW))?.stage).toBe('withdrawn');
  expect(await triedBy(db())).toEqual([]);
});

test('the pages of a withdrawn pack are told, and so are those of a new stage', async () => {
  const pages = await buildPostingPages(db(), 2);
  const client = await database.pool.connect();
  try {
    const hints: string[] = [];
    client.on('notification', ({ payload }) => hints.push(payload ?? ''));
    await client.query('LISTEN flyerdeck_hints');
    const first = await publishToOne(pages);
    await postWith(first, NEW);
    await withdraw(NEW);
    await client.query('SELECT');
    expect(hints).toEqual(['[{"kind":"site_packs"}]', '[{"kind":"site_packs"}]', '[{"kind":"site_packs"}]']);
  } finally {
    client.release(true);
  }
});
