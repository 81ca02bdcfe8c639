import { SITE_PACK_CANARY_PAGES, SITE_PACK_FEW_PAGES, SITE_PACK_OWNERS } from '@flyerdeck/contracts';
import { countReads } from '../../test/countReads.ts';
import { type Claimed, deviceOf, expireLease } from '../../test/deviceCalls.ts';
import type { BuiltPage } from '../../test/factories.ts';
import { useTestDatabase } from '../../test/testDatabase.ts';
import type { Db } from '../database/statement.ts';
import { inTransaction } from '../database/transaction.ts';
import { HttpError } from '../http/errors.ts';
import { hashSecret } from '../http/secrets.ts';
import { sweepLeases } from '../postings/sweeps.query.ts';
import { chooseRollingPackPages } from './sitePacks.query.ts';
import { packOfDevice, storeStructureReport, withdrawSitePack } from './sitePacks.service.ts';
import {
  BUILT_IN,
  buildPagesOfOwner,
  buildPostingPages,
  forgetPacks,
  publish,
  readPack,
  triedBy,
} from './sitePacks.testing.ts';

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
const failWith = async (page: BuiltPage, version: number, code = 'device') =>
  device(page).failed(await claimWith(page, version), 'The text field was not found.', code);
const choose = () => chooseRollingPackPages(db(), []);
/** Publishes a pack, and returns the pages that try it. */
async function publishTo(pages: readonly BuiltPage[], version = NEW): Promise<BuiltPage[]> {
  await publish(db(), version);
  return (await triedBy(db())).map((guid) => pageOf(pages, guid));
}
const publishToOne = async (pages: readonly BuiltPage[], version = NEW) =>
  (await publishTo(pages, version))[0] as BuiltPage;
const publishToAll = async (version = NEW) => {
  await publish(db(), version);
  await db().query('SELECT approve_site_pack($1)', [version]);
};
const stageOf = async (version: number) => (await readPack(db(), version))?.stage;
/** The owners of these pages count as established. */
const establish = (pages: readonly BuiltPage[]) =>
  db().query(
    `UPDATE users SET created_at = now() - interval '8 days', credits_spent = 10
     WHERE id IN (SELECT owner_id FROM pages WHERE guid = ANY ($1))`,
    [pages.map(({ guid }) => guid)],
  );
const ownersOf = async (guids: readonly string[]): Promise<number> => {
  const [row] = await db().query('SELECT count(DISTINCT owner_id)::int AS owners FROM pages WHERE guid = ANY ($1)', [
    guids,
  ]);
  return row.owners;
};

test('a new pack goes to one page of each of three owners only', async () => {
  const pages = [...(await buildPagesOfOwner(db(), 12)), ...(await buildPostingPages(db(), 4))];
  const chosen = await publishTo(pages);
  expect(chosen).toHaveLength(SITE_PACK_CANARY_PAGES);
  expect(await ownersOf(chosen.map(({ guid }) => guid))).toBe(SITE_PACK_CANARY_PAGES);
  const versions = await Promise.all(
    pages.map(async (page) => (await device(page).poll({ site_pack_version: BUILT_IN })).sitePackVersion),
  );
  expect(versions).toEqual(pages.map((page) => (chosen.includes(page) ? NEW : BUILT_IN)));
  expect(await Promise.all(pages.map(packFor))).toEqual(versions);
});

test('pages of two owners post: ten pages try the pack. One of a third owner posts: all use it', async () => {
  const pages = await buildPostingPages(db(), 12);
  const [first, second] = (await publishTo(pages)) as [BuiltPage, BuiltPage];
  await postWith(first, NEW);
  await postWith(first, NEW);
  expect(await stageOf(NEW)).toBe('canary');
  await postWith(second, NEW);
  expect(await stageOf(NEW)).toBe('few');
  await choose();
  const ten = await triedBy(db());
  expect(ten).toHaveLength(SITE_PACK_FEW_PAGES);
  expect(ten).toEqual(expect.arrayContaining([first.guid, second.guid]));

  await postWith(first, NEW);
  expect(await stageOf(NEW)).toBe('few');
  const third = ten.find((guid) => guid !== first.guid && guid !== second.guid);
  await postWith(pageOf(pages, third), NEW);
  expect(await stageOf(NEW)).toBe('all');
  expect(await triedBy(db())).toEqual([]);
  expect(await Promise.all(pages.map(packFor))).toEqual(pages.map(() => NEW));
});

test('where there is one owner, one page tries a pack, and its post publishes the pack to all', async () => {
  const pages = await buildPagesOfOwner(db(), 3);
  const [only, ...others] = await publishTo(pages);
  expect(others).toEqual([]);
  await postWith(only as BuiltPage, NEW);
  expect(await stageOf(NEW)).toBe('all');
});

describe('one owner with 100 pages', () => {
  let theirs: BuiltPage[];
  beforeEach(async () => {
    await buildPostingPages(db(), 2);
    theirs = await buildPagesOfOwner(db(), 100);
    await publish(db(), NEW);
  });
  /** Each page says that it uses the pack, whether it was chosen or not. */
  const useOnAll = async (report: (page: BuiltPage, claimed: Claimed) => Promise<unknown>) => {
    for (let round = 0; round < 2; round++) {
      const claims = await Promise.all(
        theirs.map(async (page) => ({ page, claimed: (await device(page).poll({ site_pack_version: NEW })).claimed })),
      );
      for (const { page, claimed } of claims) if (claimed) await report(page, claimed);
      await choose();
    }
  };

  test('can not approve a pack [S14.2-3]', async () => {
    await useOnAll((page, claimed) => device(page).posted(claimed));
    expect(await stageOf(NEW)).toBe('canary');
  });

  test('can not withdraw a pack by failed posts, and is not chosen again [S14.2-3]', async () => {
    await useOnAll((page, claimed) => device(page).failed(claimed, 'The site said no.', 'refused'));
    expect(await stageOf(NEW)).toBe('canary');
    expect(await ownersOf(await triedBy(db()))).toBe(2);
  });

  test('can not withdraw a pack by failed probes', async () => {
    for (const page of theirs) await reportProbe(page, NEW);
    expect(await stageOf(NEW)).toBe('canary');
  });
});

test('established owners are chosen and counted before others', async () => {
  const others = await buildPostingPages(db(), 12);
  const established = await buildPostingPages(db(), SITE_PACK_OWNERS);
  await establish(established);
  expect(await publishTo(established)).toHaveLength(SITE_PACK_OWNERS);
  // As if they had been chosen when there were fewer established owners.
  await db().query("INSERT INTO site_pack_pages SELECT guid, $2, 'canary' FROM unnest($1::uuid[]) guid", [
    others.map(({ guid }) => guid),
    NEW,
  ]);
  for (const page of others) await postWith(page, NEW);
  expect(await stageOf(NEW)).toBe('canary');
  for (const page of established) await postWith(page, NEW);
  expect(await stageOf(NEW)).toBe('all');
});

test('a single established owner does not decide alone', async () => {
  const pages = await buildPostingPages(db(), 3);
  await establish(pages.slice(0, 1));
  await publish(db(), NEW);
  await failWith(pages[0] as BuiltPage, NEW);
  expect(await stageOf(NEW)).toBe('canary');
});

test('a report of a page that tries a pack does not read the pages of all owners', async () => {
  const [page] = (await buildPostingPages(db(), 1)) as [BuiltPage];
  await publish(db(), NEW);
  const claimed = await claimWith(page, NEW);
  await device(page).submitting(claimed);
  // They have been offline for more than a week, so none of these owners counts.
  await db().query(
    `WITH owner AS (
       INSERT INTO users (telegram_id, username, is_posting_active) SELECT 'idle' || n, '', true FROM generate_series(1, 60) n RETURNING id
     )
     INSERT INTO pages (owner_id, creator_id, site_pack_version, last_polled_at)
     SELECT id, n::text, $1::int, now() - interval '8 days' FROM owner, generate_series(1, 50) n`,
    [BUILT_IN],
  );
  await db().query('ANALYZE users, pages');
  const report = (on: Db) => deviceOf(db(), page, { on }).posted(claimed);
  expect(await countReads(database.pool, 'pages', report)).toBeLessThan(100);
});

test('a post with the pack before does not count', async () => {
  const pages = await buildPostingPages(db(), 1);
  const first = await publishToOne(pages);
  await postWith(first, BUILT_IN);
  const claimed = await claimWith(first, BUILT_IN);
  await device(first).submitting(claimed);
  // The device starts to use the pack while a posting is in flight that it prepared with the one before.
  await device(first).poll({ site_pack_version: NEW });
  await device(first).posted(claimed);
  expect(await stageOf(NEW)).toBe('canary');
});

test('a page whose posting failed uses the pack before, and failed posts of three owners withdraw the pack', async () => {
  const pages = await buildPostingPages(db(), 4);
  await publishToAll();
  const [first, second, third] = (await publishTo(pages, NEWER)) as [BuiltPage, BuiltPage, BuiltPage];
  const claimed = await claimWith(first, NEWER);
  await device(first).failed(claimed, 'The text field was not found.');
  await device(first).failed(claimed, 'Reported again.');
  expect([await packFor(first), await packFor(second), await stageOf(NEWER)]).toEqual([NEW, NEWER, 'canary']);
  expect((await device(first).poll({ site_pack_version: NEWER })).claimed).toBeNull();
  await choose();
  expect(await triedBy(db())).not.toContain(first.guid);

  await failWith(second, NEWER);
  await failWith(third, NEWER);
  expect(await readPack(db(), NEWER)).toMatchObject({
    stage: 'withdrawn',
    withdrawn_reason: 'The text field was not found.',
    withdrawn_by: third.guid,
  });
  expect(await Promise.all(pages.map(packFor))).toEqual(pages.map(() => NEW));
});

test('a pack is not withdrawn while posts of as many owners have succeeded', async () => {
  const pages = await buildPostingPages(db(), 2);
  const [first, second] = (await publishTo(pages)) as [BuiltPage, BuiltPage];
  await postWith(first, NEW);
  await failWith(second, NEW);
  expect([await stageOf(NEW), await packFor(first), await packFor(second)]).toEqual(['canary', NEW, BUILT_IN]);
});

test.each(['logged_out', 'rate_limited', 'content'])(
  'a failure with the code %s says nothing about the pack',
  async (code) => {
    const only = await publishToOne(await buildPostingPages(db(), 1));
    await failWith(only, NEW, code);
    expect([await stageOf(NEW), await packFor(only)]).toEqual(['canary', NEW]);
  },
);

test('a posting that was withdrawn from its page for another reason withdraws no pack', async () => {
  const first = await publishToOne(await buildPostingPages(db(), 1));
  const claimed = await claimWith(first, NEW);
  await expireLease(db(), claimed.id);
  await sweepLeases(db());
  expect(await stageOf(NEW)).toBe('canary');
});

test('a posting in doubt counts as failed, and its late report does not bring a withdrawn pack back', async () => {
  const first = await publishToOne(await buildPostingPages(db(), 1));
  const claimed = await claimWith(first, NEW);
  await device(first).submitting(claimed);
  await expireLease(db(), claimed.id);
  await sweepLeases(db());
  expect(await stageOf(NEW)).toBe('withdrawn');
  await device(first).posted(claimed);
  expect(await stageOf(NEW)).toBe('withdrawn');
});

/** Each device uses what the site shows: a pack fits a page if its version is the one of the page's markup. */
class Devices {
  private readonly inUse = new Map<BuiltPage, number>();
  constructor(private readonly markup: ReadonlyMap<BuiltPage, number>) {}

  versionOf = (page: BuiltPage) => this.inUse.get(page) ?? BUILT_IN;

  async run(page: BuiltPage): Promise<void> {
    const version = this.versionOf(page);
    const fits = version === this.markup.get(page);
    const answer = await device(page).poll({ site_pack_version: version, health: fits ? 'ok' : 'site_changed' });
    if (answer.claimed) await (fits ? device(page).posted(answer.claimed) : device(page).failed(answer.claimed));
    const named = answer.sitePackVersion;
    if (named === version) return;
    if (named === this.markup.get(page) || named < version) this.inUse.set(page, named);
    else await reportProbe(page, named);
  }

  async settle(): Promise<void> {
    for (let round = 0; round < 8; round++) {
      for (const page of this.markup.keys()) await this.run(page);
      await choose();
    }
  }
}
const failedPostings = async (pages: readonly BuiltPage[]): Promise<number> => {
  const [row] = await db().query(
    "SELECT count(*)::int AS failed FROM page_postings WHERE page_guid = ANY ($1) AND status = 'failed'",
    [pages.map(({ guid }) => guid)],
  );
  return row.failed;
};

test('where the site has a new markup for 30 of 100 accounts, these use the new pack, the others the old one, and no posting fails', async () => {
  const pages = await buildPostingPages(db(), 20);
  const markup = new Map(pages.map((page, n) => [page, n % 10 < 3 ? NEW : BUILT_IN]));
  const devices = new Devices(markup);
  await devices.settle();
  await publish(db(), NEW);
  await devices.settle();
  expect(await stageOf(NEW)).toBe('all');
  expect(pages.map(devices.versionOf)).toEqual([...markup.values()]);
  expect(await failedPostings(pages)).toBe(0);
  const [{ waiting }] = await db().query(
    "SELECT count(*)::int AS waiting FROM page_postings WHERE page_guid = ANY ($1) AND status = 'pending'",
    [pages.map(({ guid }) => guid)],
  );
  expect(waiting).toBe(0);
});

test('a page gets a pack that it refused again after a day, and soon if its own pack does not fit any more', async () => {
  const [page] = (await buildPostingPages(db(), 1)) as [BuiltPage];
  await publishToAll();
  await reportProbe(page, NEW);
  expect(await packFor(page)).toBe(BUILT_IN);
  const setAge = (age: string) => db().query('UPDATE site_pack_tries SET at = now() - $1::interval', [age]);
  await setAge('16 minutes');
  expect(await packFor(page)).toBe(BUILT_IN);
  const answer = await device(page).poll({ site_pack_version: BUILT_IN, health: 'site_changed' });
  expect(answer.sitePackVersion).toBe(NEW);
  // It fits now, so the page keeps it.
  expect((await device(page).poll({ site_pack_version: NEW, health: 'ok' })).claimed).not.toBeNull();
  expect(await packFor(page)).toBe(NEW);
  await reportProbe(page, NEW);
  await setAge('25 hours');
  expect(await packFor(page)).toBe(NEW);
});

test('a page for which a pack of all pages does not find an element in a post goes back to the pack before', async () => {
  const pages = await buildPostingPages(db(), 2);
  await publishToAll();
  const [page, other] = pages as [BuiltPage, BuiltPage];
  await failWith(page, NEW, 'refused');
  expect(await packFor(page)).toBe(NEW);
  await failWith(page, NEW, 'site_changed');
  expect([await packFor(page), await packFor(other), await stageOf(NEW)]).toEqual([BUILT_IN, NEW, 'all']);
  expect((await device(page).poll({ site_pack_version: NEW })).claimed).toBeNull();
  await claimWith(page, BUILT_IN);
});

test('a pack that all pages use is withdrawn only by the operator', async () => {
  const pages = await buildPostingPages(db(), 3);
  await publishToAll();
  for (const page of pages) {
    await failWith(page, NEW);
    await reportProbe(page, NEW);
  }
  expect(await stageOf(NEW)).toBe('all');
  await withdraw(NEW);
  expect(await packFor(pages[0] as BuiltPage)).toBe(BUILT_IN);
  await expect(withdraw(NEW)).rejects.toThrow('Version 2 is not published, or is already withdrawn.');
});

test('a page that uses a withdrawn pack gets no posting before it uses another', async () => {
  const first = await publishToOne(await buildPostingPages(db(), 2));
  await withdraw(NEW);
  const answer = await device(first).poll({ site_pack_version: NEW });
  expect(answer).toMatchObject({ claimed: null, sitePackVersion: BUILT_IN, awaitsHint: false });
  await claimWith(first, BUILT_IN);
});

test('a page that others are to try a pack for gets no posting with it', async () => {
  const pages = await buildPostingPages(db(), 4);
  const chosen = await publishTo(pages);
  const other = pages.find((page) => !chosen.includes(page)) as BuiltPage;
  expect((await device(other).poll({ site_pack_version: NEW })).claimed).toBeNull();
});

describe('the choice of the first pages', () => {
  const setHealth = (page: BuiltPage | undefined, health: string) =>
    db().query('UPDATE pages SET health = $2 WHERE guid = $1', [page?.guid, health]);

  test('of an owner, a healthy page with work comes before one whose only problem is site_changed', async () => {
    const pages = await buildPagesOfOwner(db(), 3);
    await setHealth(pages[0], 'site_changed');
    await setHealth(pages[1], 'logged_out');
    expect(await publishTo(pages)).toEqual([pages[2]]);
  });

  test('if none is healthy, it is a page whose only problem is site_changed', async () => {
    const pages = await buildPagesOfOwner(db(), 3);
    await setHealth(pages[0], 'logged_out');
    await setHealth(pages[1], 'site_changed');
    await db().query('UPDATE pages SET last_polled_at = NULL WHERE guid = $1', [pages[2]?.guid]);
    expect(await publishTo(pages)).toEqual([pages[1]]);
  });

  test('a page without work or with an extension that knows no packs is not chosen while there are others', async () => {
    const [old] = await buildPostingPages(db(), 1);
    await db().query('UPDATE pages SET site_pack_version = NULL WHERE guid = $1', [old?.guid]);
    const [idle] = await buildPostingPages(db(), 1, { flyers: 1 });
    await db().query("UPDATE page_postings SET status = 'failed' WHERE page_guid = $1", [idle?.guid]);
    const pages = await buildPostingPages(db(), 3);
    expect((await publishTo(pages)).map(({ guid }) => guid).sort()).toEqual(pages.map(({ guid }) => guid).sort());
  });

  test('a page that goes offline is replaced, unless it has a posting in flight', async () => {
    const pages = await buildPagesOfOwner(db(), 2);
    const first = await publishToOne(pages);
    const claimed = await claimWith(first, NEW);
    await db().query('UPDATE pages SET last_polled_at = NULL WHERE guid = $1', [first.guid]);
    await choose();
    expect(await triedBy(db())).toEqual([first.guid]);
    await expireLease(db(), claimed.id);
    await sweepLeases(db());
    await choose();
    expect(await triedBy(db())).toEqual([pages.find((page) => page !== first)?.guid]);
  });

  test('a page whose probe failed is replaced by another of its owner', async () => {
    const pages = await buildPagesOfOwner(db(), 2);
    const first = await publishToOne(pages);
    await reportProbe(first, NEW);
    await choose();
    expect(await triedBy(db())).toEqual([pages.find((page) => page !== first)?.guid]);
  });

  test('without a page that can try it, a pack waits for one', async () => {
    await publish(db(), NEW);
    expect(await triedBy(db())).toEqual([]);
    const pages = await buildPostingPages(db(), 1);
    await choose();
    expect(await triedBy(db())).toEqual([pages[0]?.guid]);
    await choose();
    expect(await triedBy(db())).toEqual([pages[0]?.guid]);
  });

  test('after a report, a job chooses the pages', async () => {
    const pages = await buildPostingPages(db(), 4);
    await failWith(await publishToOne(pages), NEW);
    const jobs = await db().query("SELECT FROM graphile_worker.jobs WHERE task_identifier = 'site_pack_rollout'");
    expect(jobs).toHaveLength(1);
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

test('of two publishes at the same time one is refused with a sentence, and one pack is rolled out', async () => {
  const outcomes = await Promise.allSettled([publish(db(), NEW), publish(db(), NEWER)]);
  const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  expect(refusals).toEqual([expect.any(HttpError)]);
  expect(await db().query('SELECT stage FROM site_packs')).toEqual([{ stage: 'canary' }]);
});

test('of a post and a withdrawal at the same time either comes first, and the pack stays withdrawn', async () => {
  const first = await publishToOne(await buildPostingPages(db(), 1));
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
    for (const page of await publishTo(pages)) await postWith(page, NEW);
    await withdraw(NEW);
    await client.query('SELECT');
    expect(hints).toEqual(['[{"kind":"site_packs"}]', '[{"kind":"site_packs"}]', '[{"kind":"site_packs"}]']);
  } finally {
    client.release(true);
  }
});
