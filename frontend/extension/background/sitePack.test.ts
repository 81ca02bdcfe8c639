import type { SitePack } from '@flyerdeck/contracts/sitePack';
import { STAND_IN_PACK } from '../../test/extension/siteDocument.ts';
import type { Device } from '../shared/extensionStorage.ts';
import type { Prepared } from '../shared/messages.ts';
import { packInUse, readPackState } from '../shared/packInUse.ts';
import { ApiFailure, fetchSitePack, sendStructureReport } from './productApi.ts';
import { missesOf, problemOfPack, retryProbe, takePack } from './sitePack.ts';
import { ask } from './workTab.ts';

const mockStored = new Map<string, unknown>();
jest.mock('../shared/extensionStorage.ts', () => ({
  read: async (key: string) => mockStored.get(key) ?? null,
  write: async (key: string, value: unknown) => mockStored.set(key, value),
  forget: async (key: string) => mockStored.delete(key),
}));
jest.mock('../shared/manifestValues.ts', () => ({ siteOrigin: 'http://127.0.0.1:4000' }));
jest.mock('./workTab.ts', () => ({ ask: jest.fn(), visit: async () => 1 }));
jest.mock('./productApi.ts', () => ({
  ApiFailure: class extends Error {
    constructor(readonly status: number) {
      super();
    }
  },
  fetchSitePack: jest.fn(),
  sendStructureReport: jest.fn(),
}));

const DEVICE = { secret: 'secret' } as Device;
const MINUTE = 60_000;
const FITS: Prepared = { problem: null, structure: null };
const missing = (...elements: string[]): Prepared => ({
  problem: { code: 'site_changed', message: 'Something was not found.', missing: elements },
  structure: 'form',
});
const DIFFERS = missing('steps.3.fill');
const [OLD, NEW] = [1, 2];
const packOf = (version: number): SitePack => ({ ...STAND_IN_PACK, version });
const probes = jest.mocked(ask);
const answerProbes = (probed: Prepared) => probes.mockResolvedValue(probed as never);
/** Each pack fits or not. */
const answerByVersion = (byVersion: Readonly<Record<number, Prepared>>) =>
  probes.mockImplementation(async (_tab, message) => byVersion[(message as { pack: SitePack }).pack.version] as never);
const publish = (pack: SitePack | null) =>
  jest.mocked(fetchSitePack).mockImplementation(async () => {
    if (!pack) throw new ApiFailure(404, '');
    return pack;
  });
const reports = () => jest.mocked(sendStructureReport).mock.calls.map(([, report]) => report);
const unsent = () => (mockStored.get('structureReports') ?? []) as unknown[];
const versionInUse = async () => (await packInUse()).version;
const reasonOf = async () => (await problemOfPack())?.message;

beforeEach(() => {
  jest.useFakeTimers({ now: new Date('2026-03-01T12:00:00Z') });
  mockStored.clear();
  mockStored.set('sitePack', { pack: packOf(OLD) });
  probes.mockReset();
  jest.mocked(sendStructureReport).mockReset();
  publish(packOf(NEW));
  answerProbes(FITS);
});
afterEach(() => jest.useRealTimers());

describe('the pack in use', () => {
  test('is probed before its first use, and then once a day', async () => {
    expect(await problemOfPack()).toBeNull();
    expect(await problemOfPack()).toBeNull();
    expect(probes).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(24 * 60 * MINUTE);
    await problemOfPack();
    expect(probes).toHaveBeenCalledTimes(2);
  });

  test('after one slow load it is probed again in a minute, and works on; nothing is posted or reported in between', async () => {
    answerProbes(DIFFERS);
    expect(await problemOfPack()).toMatchObject({ code: 'site_failing' });
    jest.advanceTimersByTime(MINUTE - 1);
    expect(await problemOfPack()).toMatchObject({ code: 'site_failing' });
    // Opening the popup probes at once. That is not another time.
    retryProbe();
    expect(await problemOfPack()).toMatchObject({ code: 'site_failing' });
    answerProbes(FITS);
    jest.advanceTimersByTime(1);
    expect(await problemOfPack()).toBeNull();
    expect([unsent(), await versionInUse()]).toEqual([[], OLD]);
  });

  test('does not fit when two probes at separate times miss something: the reason names it and the element, and is reported once', async () => {
    answerProbes(missing('steps.5.publish'));
    await problemOfPack();
    jest.advanceTimersByTime(MINUTE);
    const sentence = 'Site pack 1 does not find the post button (step 6) on the creator site.';
    expect(await problemOfPack()).toMatchObject({ code: 'site_changed', message: sentence });
    expect(missesOf(await readPackState())).toEqual({
      pack_misses: { version: OLD, elements: ['steps.5.publish'] },
    });
    for (let n = 0; n < 3; n++) {
      jest.advanceTimersByTime(15 * MINUTE);
      expect(await reasonOf()).toBe(sentence);
    }
    expect(unsent()).toMatchObject([{ site_pack_version: OLD, what: 'probe', missing: ['steps.5.publish'] }]);
    answerProbes(FITS);
    retryProbe();
    expect(await problemOfPack()).toBeNull();
    expect(missesOf(await readPackState())).toEqual({});
  });
});

describe('a pack that is published', () => {
  test('is used when it fits, and the problem of the one before is over', async () => {
    answerProbes(DIFFERS);
    await problemOfPack();
    jest.advanceTimersByTime(MINUTE);
    await problemOfPack();
    answerProbes(FITS);
    expect(await takePack(DEVICE, NEW, false)).toBe('changed');
    expect([await versionInUse(), await problemOfPack()]).toEqual([NEW, null]);
  });

  test('is never used while it has not fitted: the one before posts on, and admins are told after two tries', async () => {
    answerByVersion({ [OLD]: FITS, [NEW]: DIFFERS });
    expect(await takePack(DEVICE, NEW, true)).toBe('later');
    expect(await takePack(DEVICE, NEW, true)).toBe('later');
    expect(reports()).toEqual([]);
    jest.advanceTimersByTime(MINUTE);
    expect(await takePack(DEVICE, NEW, true)).toBe('kept');
    expect(reports()).toMatchObject([{ site_pack_version: NEW, what: 'probe', missing: ['steps.3.fill'] }]);
    expect([await versionInUse(), await problemOfPack()]).toEqual([OLD, null]);
    expect(missesOf(await readPackState())).toEqual({ pack_misses: { version: NEW, elements: ['steps.3.fill'] } });
    const before = probes.mock.calls.length;
    expect(await takePack(DEVICE, NEW, true)).toBe('kept');
    expect(probes).toHaveBeenCalledTimes(before);
    answerByVersion({ [NEW]: FITS });
    jest.advanceTimersByTime(24 * 60 * MINUTE);
    expect(await takePack(DEVICE, NEW, true)).toBe('changed');
    expect([await versionInUse(), missesOf(await readPackState())]).toEqual([NEW, {}]);
  });

  test.each([
    ['breaks the rules', { ...packOf(NEW), code: 'alert()' }],
    ['is of another site', { ...packOf(NEW), site: 'another.example' }],
  ])('is reported and not even tried if it %s', async (_, pack) => {
    publish(pack);
    expect(await takePack(DEVICE, NEW, true)).toBe('kept');
    expect([probes.mock.calls.length, await versionInUse()]).toEqual([0, OLD]);
    expect(reports()).toMatchObject([{ site_pack_version: NEW, missing: ['pack'] }]);
  });
});
