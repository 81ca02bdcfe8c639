import { BUILT_IN_SITE_PACK } from '@flyerdeck/contracts/builtInSitePack';
import type { SitePack } from '@flyerdeck/contracts/sitePack';
import type { Device } from '../shared/extensionStorage.ts';
import type { Probed } from '../shared/messages.ts';
import { packInUse } from '../shared/packInUse.ts';
import { fetchSitePack, sendStructureReport } from './productApi.ts';
import { problemOfPack, recordFailedPost, recordPosted, retryProbe, takePack, takePublishedPack } from './sitePack.ts';
import { ask } from './workTab.ts';

const mockStored = new Map<string, unknown>();
jest.mock('../shared/extensionStorage.ts', () => ({
  read: async (key: string) => mockStored.get(key) ?? null,
  write: async (key: string, value: unknown) => mockStored.set(key, value),
}));
jest.mock('./workTab.ts', () => ({ ask: jest.fn(), visit: async () => 1 }));
jest.mock('./productApi.ts', () => ({
  ApiFailure: class extends Error {},
  fetchSitePack: jest.fn(),
  sendStructureReport: jest.fn(),
}));

const DEVICE = { secret: 'secret' } as Device;
const FITS: Probed = { problem: null, missing: [], structure: null };
const CHANGED = { code: 'site_changed', message: 'The text field was not found.' } as const;
const DIFFERS: Probed = { problem: CHANGED, missing: ['composer.text'], structure: 'form' };
const LOGGED_OUT: Probed = { ...FITS, problem: { code: 'logged_out', message: '' } };
const NEW = BUILT_IN_SITE_PACK.version + 1;
const packOf = (version: number): SitePack => ({ ...BUILT_IN_SITE_PACK, version });
const probes = jest.mocked(ask);
const answerProbes = (probed: Probed) => probes.mockResolvedValue(probed as never);
const reports = () => jest.mocked(sendStructureReport).mock.calls.map(([, report]) => report);
const unsent = () => (mockStored.get('structureReports') ?? []) as unknown[];
const versionInUse = async () => (await packInUse()).version;

beforeEach(() => {
  jest.useFakeTimers({ now: new Date('2026-03-01T12:00:00Z') });
  mockStored.clear();
  probes.mockReset();
  jest.mocked(sendStructureReport).mockReset();
  jest.mocked(fetchSitePack).mockImplementation(async () => packOf(NEW));
  answerProbes(FITS);
});
afterEach(() => jest.useRealTimers());

test('the pack in use is probed before its first use, and then once a day', async () => {
  expect(await problemOfPack()).toBeNull();
  expect(await problemOfPack()).toBeNull();
  expect(probes).toHaveBeenCalledTimes(1);
  jest.advanceTimersByTime(24 * 3_600_000);
  await problemOfPack();
  expect(probes).toHaveBeenCalledTimes(2);
});

test('a probe that fails is repeated at once, then every 15 minutes, and is reported once', async () => {
  answerProbes(DIFFERS);
  expect(await problemOfPack()).toEqual(CHANGED);
  expect(await problemOfPack()).toEqual(CHANGED);
  expect(probes).toHaveBeenCalledTimes(2);
  jest.advanceTimersByTime(15 * 60_000);
  await problemOfPack();
  expect(probes).toHaveBeenCalledTimes(4);
  expect(unsent()).toHaveLength(1);
  answerProbes(FITS);
  retryProbe();
  expect(await problemOfPack()).toBeNull();
});

test('a problem that is not about the pack is not stored', async () => {
  answerProbes(LOGGED_OUT);
  expect(await problemOfPack()).toEqual(LOGGED_OUT.problem);
  answerProbes(FITS);
  expect(await problemOfPack()).toBeNull();
});

test('after a post that failed it probes. After a second one it waits for another pack, or for a day', async () => {
  await problemOfPack();
  const failed = { problem: CHANGED, structure: 'form' };
  await recordFailedPost('posting', failed);
  expect(await problemOfPack()).toBeNull();
  expect(probes).toHaveBeenCalledTimes(2);
  await recordFailedPost('another', failed);
  expect(await problemOfPack()).toEqual(CHANGED);
  expect(probes).toHaveBeenCalledTimes(2);
  expect(unsent()).toHaveLength(2);
  jest.advanceTimersByTime(24 * 3_600_000);
  expect(await problemOfPack()).toBeNull();
});

test('a second try of the same posting that fails is no reason to wait for a day', async () => {
  for (let tries = 0; tries < 3; tries++) await recordFailedPost('posting', { problem: CHANGED, structure: null });
  expect(await problemOfPack()).toBeNull();
});

test('a post that succeeds between two that fail starts the count again', async () => {
  await problemOfPack();
  await recordFailedPost('posting', { problem: CHANGED, structure: null });
  await recordPosted();
  await recordFailedPost('another', { problem: CHANGED, structure: null });
  expect(await problemOfPack()).toBeNull();
});

test('a post that the site refused says nothing about the pack', async () => {
  await recordFailedPost('posting', { problem: { code: 'refused', message: '' }, structure: null });
  expect([mockStored.size, unsent()]).toEqual([0, []]);
});

test('a new pack that fits is used, and the problem of the one before is over', async () => {
  answerProbes(DIFFERS);
  await problemOfPack();
  answerProbes(FITS);
  expect(await takePack(DEVICE, NEW, false)).toBe('changed');
  expect([await versionInUse(), await problemOfPack()]).toEqual([NEW, null]);
});

test('a new pack that does not fit is reported and tried again after a day; the one before stays', async () => {
  answerProbes(DIFFERS);
  expect(await takePack(DEVICE, NEW, true)).toBe('kept');
  expect(reports()).toMatchObject([{ site_pack_version: NEW, what: 'probe', missing: ['composer.text'] }]);
  expect(await takePack(DEVICE, NEW, true)).toBe('kept');
  expect(await versionInUse()).toBe(BUILT_IN_SITE_PACK.version);
  answerProbes(FITS);
  jest.advanceTimersByTime(24 * 3_600_000);
  expect(await takePack(DEVICE, NEW, true)).toBe('changed');
});

test('a new pack that does not see the account is wrong only if the one before sees it', async () => {
  answerProbes(LOGGED_OUT);
  expect(await takePack(DEVICE, NEW, false)).toBe('later');
  expect(reports()).toEqual([]);
  expect(await takePack(DEVICE, NEW, true)).toBe('kept');
  expect(reports()).toHaveLength(1);
});

test('a pack that breaks the rules is reported and not even tried', async () => {
  jest.mocked(fetchSitePack).mockImplementation(async () => ({ ...packOf(NEW), code: 'alert()' }) as never);
  expect(await takePack(DEVICE, NEW, true)).toBe('kept');
  expect(probes).not.toHaveBeenCalled();
  expect(reports()).toMatchObject([{ site_pack_version: NEW, missing: ['pack'] }]);
});

test('a withdrawn pack is left, also if the one before does not fit', async () => {
  await takePack(DEVICE, NEW, true);
  answerProbes(DIFFERS);
  expect(await takePack(DEVICE, BUILT_IN_SITE_PACK.version, true)).toBe('changed');
  expect([await versionInUse(), await problemOfPack()]).toEqual([BUILT_IN_SITE_PACK.version, CHANGED]);
});

test('a stored pack that breaks the rules of this version of the extension is not used', async () => {
  mockStored.set('sitePack', { pack: { ...packOf(NEW), code: 'alert()' } });
  expect(await versionInUse()).toBe(BUILT_IN_SITE_PACK.version);
});

test('a pack of another site is not even tried', async () => {
  jest.mocked(fetchSitePack).mockImplementation(async () => ({ ...packOf(NEW), site: 'another' }));
  expect(await takePack(DEVICE, NEW, true)).toBe('kept');
  expect(probes).not.toHaveBeenCalled();
});

describe('before a page is linked', () => {
  test('the pack of all pages is fetched without a secret', async () => {
    await takePublishedPack();
    expect(fetchSitePack).toHaveBeenLastCalledWith(null);
    expect([await versionInUse(), probes.mock.calls.length]).toEqual([NEW, 0]);
  });

  test('if the pack of all pages is in use, the newest one is fetched, which may still be being tried', async () => {
    await takePublishedPack();
    jest.mocked(fetchSitePack).mockImplementation(async (_secret, olderThan) => packOf(olderThan ? NEW + 1 : NEW));
    await takePublishedPack();
    expect(await versionInUse()).toBe(NEW + 1);
  });

  test('a server that does not answer changes nothing', async () => {
    jest.mocked(fetchSitePack).mockRejectedValue(new Error('offline'));
    await takePublishedPack();
    expect(await versionInUse()).toBe(BUILT_IN_SITE_PACK.version);
  });

  test('a pack that breaks the rules is not used', async () => {
    jest.mocked(fetchSitePack).mockImplementation(async () => ({ ...packOf(NEW), code: 'alert()' }) as never);
    await takePublishedPack();
    expect(await versionInUse()).toBe(BUILT_IN_SITE_PACK.version);
  });
});
