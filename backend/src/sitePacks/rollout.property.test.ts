import { SITE_PACK_CANARY_PAGES, SITE_PACK_OWNERS } from '@flyerdeck/contracts';
import fc from 'fast-check';
import { type Claimed, deviceOf, expireLease } from '../../test/deviceCalls.ts';
import type { BuiltPage } from '../../test/factories.ts';
import { useTestDatabase } from '../../test/testDatabase.ts';
import { STORIES_TIMEOUT_MS, tryStories } from '../../test/tryStories.ts';
import type { Db } from '../database/statement.ts';
import { inTransaction } from '../database/transaction.ts';
import { closeDatabase, openDatabase } from '../dataSource.ts';
import { HttpError } from '../http/errors.ts';
import { hashSecret } from '../http/secrets.ts';
import { sweepLeases } from '../postings/sweeps.query.ts';
import { chooseRollingPackPages } from './sitePacks.query.ts';
import { packOfDevice, storeStructureReport, withdrawSitePack } from './sitePacks.service.ts';
import { BUILT_IN, buildPostingPages, forgetPacks, publish, readPack, triedBy } from './sitePacks.testing.ts';

/*
 * Generated sequences of publishes, withdrawals, and calls of the devices of twelve owners' pages to two servers. The calls of a round run
 * at the same time. Each device keeps to the order of the extension: it tries a new pack before it uses it.
 */
const database = useTestDatabase({ poolSize: 16 });
let secondServer: Db;
beforeAll(async () => {
  secondServer = await openDatabase(database.url, { poolSize: 16 });
});
afterAll(() => closeDatabase(secondServer));

const PAGES = 12;
/** One posting of each owner whose failure counts, and those that were in flight beside the last of them. */
const MAX_HARMED = SITE_PACK_OWNERS + SITE_PACK_CANARY_PAGES - 1;
/** How a pack works: its probe may fail, its posts may fail, and its posts may remain without a report. */
const QUALITIES = ['good', 'fails its probe', 'fails its posts', 'leaves its posts in doubt'] as const;
type Quality = (typeof QUALITIES)[number];

type Step =
  | { readonly what: 'device'; readonly page: number; readonly isSecond: boolean }
  | { readonly what: 'publish'; readonly quality: Quality }
  | { readonly what: 'withdraw' | 'choose' | 'sweep' };

const step = fc.oneof(
  {
    weight: 30,
    arbitrary: fc.record({
      what: fc.constant('device' as const),
      page: fc.nat(PAGES - 1),
      isSecond: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ what: fc.constant('publish' as const), quality: fc.constantFrom(...QUALITIES) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ what: fc.constantFrom('withdraw' as const, 'choose' as const, 'sweep' as const) }),
  },
);

interface Device {
  readonly page: BuiltPage;
  version: number;
  readonly refused: Set<number>;
  /** Devices do one thing after the other. */
  isBusy: boolean;
}

async function startTestRun() {
  const servers = [database.db, secondServer] as const;
  await forgetPacks(servers[0]);
  const pages = await buildPostingPages(servers[0], PAGES, { flyers: 40 });
  const devices: Device[] = pages.map((page) => ({ page, version: BUILT_IN, refused: new Set(), isBusy: false }));
  const qualities = new Map<number, Quality>([[BUILT_IN, 'good']]);
  const handedOut = new Map<number, Set<string>>();
  const abandoned: string[] = [];

  /** Another version is tried; the next poll names the one in use. */
  const tryPack = async (db: Db, device: Device) => {
    const secretHash = hashSecret(device.page.deviceSecret);
    const { version } = await packOfDevice(db, secretHash);
    if (version === device.version || device.refused.has(version)) return;
    if (qualities.get(version) !== 'fails its probe') {
      device.version = version;
      return;
    }
    device.refused.add(version);
    const report = { site_pack_version: version, what: 'probe' as const, missing: ['text'], structure: '' };
    // A repeated report changes nothing.
    for (let time = 0; time < 2; time++) {
      await inTransaction(db, (tx) => storeStructureReport(tx, secretHash, report));
    }
  };
  const post = async (db: Db, { page, version }: Device, claimed: Claimed) => {
    handedOut.set(version, (handedOut.get(version) ?? new Set()).add(claimed.id));
    const calls = deviceOf(database.db, page, { on: db });
    const quality = qualities.get(version);
    if (quality === 'fails its posts') {
      await calls.failed(claimed);
      return calls.failed(claimed);
    }
    await calls.submitting(claimed);
    if (quality === 'leaves its posts in doubt') return abandoned.push(claimed.id);
    await calls.posted(claimed);
    return calls.posted(claimed);
  };
  const runDevice = async (device: Device, db: Db) => {
    if (device.isBusy) return;
    device.isBusy = true;
    try {
      const calls = deviceOf(database.db, device.page, { on: db });
      const { claimed, sitePackVersion } = await calls.poll({ site_pack_version: device.version });
      if (claimed) await post(db, device, claimed);
      if (sitePackVersion !== device.version) await tryPack(db, device);
    } finally {
      device.isBusy = false;
    }
  };
  const sweep = async () => {
    for (const id of abandoned.splice(0)) await expireLease(database.db, id);
    await sweepLeases(database.db);
  };
  const newest = () => Math.max(...qualities.keys());
  const run = async (what: Step): Promise<unknown> => {
    switch (what.what) {
      case 'device':
        return runDevice(devices[what.page] as Device, servers[what.isSecond ? 1 : 0]);
      case 'publish': {
        const version = newest() + 1;
        qualities.set(version, what.quality);
        return publish(servers[0], version);
      }
      case 'withdraw':
        return inTransaction(servers[1], (tx) => withdrawSitePack(tx, newest()));
      case 'choose':
        return chooseRollingPackPages(servers[1], []);
      case 'sweep':
        return sweep();
    }
  };
  /** Refused publishes and withdrawals are expected: a rollout may be under way, a pack may be withdrawn already. */
  const runRound = async (steps: readonly Step[]) => {
    const outcomes = await Promise.allSettled(steps.map(run));
    for (const outcome of outcomes) {
      if (outcome.status !== 'rejected') continue;
      const isExpected = outcome.reason instanceof HttpError || (outcome.reason as { code?: string }).code === '23505';
      if (!isExpected) throw outcome.reason;
    }
  };
  /** All devices poll until nothing changes any more. */
  const settle = async () => {
    for (let round = 0; round < 8; round++) {
      await sweep();
      await chooseRollingPackPages(database.db, []);
      for (const device of devices) await runDevice(device, servers[round % 2] as Db);
    }
    await sweep();
  };
  return { devices, qualities, handedOut, runRound, settle };
}

async function expectConsistent({ devices, qualities, handedOut }: Awaited<ReturnType<typeof startTestRun>>) {
  for (const [version, quality] of qualities) {
    const stage = (await readPack(database.db, version))?.stage;
    if (quality === 'good') continue;
    expect(stage).not.toBe('all');
    expect([quality, (handedOut.get(version)?.size ?? 0) <= (quality === 'fails its probe' ? 0 : MAX_HARMED)]).toEqual([
      quality,
      true,
    ]);
  }
  const rolling: { version: number }[] = await database.db.query(
    "SELECT version FROM site_packs WHERE stage IN ('canary', 'few')",
  );
  expect(rolling.length).toBeLessThanOrEqual(1);
  if (rolling.length === 0) expect(await triedBy(database.db)).toEqual([]);
  for (const { page, version, refused } of devices) {
    const expected = (await packOfDevice(database.db, hashSecret(page.deviceSecret))).version;
    expect(expected === version || refused.has(expected)).toBe(true);
    expect((await readPack(database.db, version))?.stage).not.toBe('withdrawn');
  }
}

test(
  'a bad pack is withdrawn after a few postings, one of each owner at most, and every interleaving ends in a consistent state',
  async () => {
    await tryStories(
      fc.array(fc.array(step, { minLength: 1, maxLength: 12 }), { minLength: 4, maxLength: 12 }),
      async (rounds) => {
        const testRun = await startTestRun();
        for (const steps of rounds) await testRun.runRound(steps);
        await testRun.settle();
        await expectConsistent(testRun);
        // Afterwards a good pack still reaches all pages.
        await database.db.query(
          "SELECT withdraw_site_pack(version, 'test', NULL) FROM site_packs WHERE stage <> 'all'",
        );
        await testRun.settle();
        await testRun.runRound([{ what: 'publish', quality: 'good' }]);
        await testRun.settle();
        const published = Math.max(...testRun.qualities.keys());
        expect(testRun.devices.map(({ version }) => version)).toEqual(testRun.devices.map(() => published));
      },
    );
  },
  STORIES_TIMEOUT_MS,
);
