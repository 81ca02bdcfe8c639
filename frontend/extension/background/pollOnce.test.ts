import { STAND_IN_PACK } from '../../test/extension/siteDocument.ts';
import { note } from '../shared/extensionStorage.ts';
import { readPackState } from '../shared/packInUse.ts';
import { expectFeedCheck } from './feedChecks.ts';
import { pollOnce } from './pollOnce.ts';
import { poll } from './productApi.ts';
import { takePack } from './sitePack.ts';

const mockDevice = { secret: 'secret', isLinked: true, page: { creatorId: '1', username: 'luna' } };
const mockStored: Record<string, unknown> = { device: mockDevice };
const mockState = { problem: null, isLoggedIn: true, page: mockDevice.page, counts: null, lacksRunner: false };
jest.mock('../shared/manifestValues.ts', () => ({ extensionVersion: '1.0.0' }));
jest.mock('../shared/extensionStorage.ts', () => ({
  read: async (key: string) => mockStored[key] ?? null,
  write: async () => undefined,
  forget: async () => undefined,
  note: jest.fn(),
}));
jest.mock('./feedChecks.ts', () => ({ expectFeedCheck: jest.fn() }));
jest.mock('./liveChannel.ts', () => ({ keepConnected: () => undefined, isLive: () => false }));
jest.mock('../shared/packInUse.ts', () => ({ readPackState: jest.fn() }));
jest.mock('./productApi.ts', () => ({
  ApiFailure: class extends Error {},
  poll: jest.fn(),
  serverNow: async () => Date.now(),
}));
jest.mock('./sitePack.ts', () => ({
  missesOf: () => ({}),
  problemOfPack: async () => null,
  takePack: jest.fn(async () => 'kept'),
  sendStructureReports: async () => undefined,
}));
jest.mock('./workTab.ts', () => ({
  currentSiteState: async () => mockState,
}));

test('when the site works again the feed is read soon, because a captcha may have been in its place', async () => {
  jest.mocked(readPackState).mockResolvedValue({ inUse: STAND_IN_PACK, problem: null } as never);
  jest.mocked(poll).mockResolvedValue({ page: { guid: 'g', linked: true }, posting: null } as never);
  await pollOnce(() => undefined);
  expect(expectFeedCheck).not.toHaveBeenCalled();
  mockStored.status = { problem: 'The creator site shows a captcha.' };
  await pollOnce(() => undefined);
  expect(expectFeedCheck).toHaveBeenCalledTimes(1);
});

test('where the site accepts only real clicks and no runner makes them, the page cannot post, and a sentence says why', async () => {
  jest.mocked(readPackState).mockResolvedValue({ inUse: STAND_IN_PACK, problem: null } as never);
  jest.mocked(poll).mockResolvedValue({ page: { guid: 'g', linked: true }, posting: null } as never);
  mockState.lacksRunner = true;
  await pollOnce(() => undefined);
  expect(jest.mocked(poll).mock.lastCall?.[1]).toMatchObject({ health: 'site_changed' });
  expect(note).toHaveBeenLastCalledWith(
    expect.objectContaining({ problem: expect.stringContaining('only real clicks and keys') }),
  );
});

test.each([
  ['another one that is published is not tried', 9, false],
  ['a pack that was undone is left', null, true],
])('while the browser is logged out, %s', async (_, site_pack_version, isTaken) => {
  jest.mocked(readPackState).mockResolvedValue({ inUse: STAND_IN_PACK, problem: null } as never);
  jest.mocked(poll).mockResolvedValue({ page: { guid: 'g', linked: true }, posting: null, site_pack_version } as never);
  Object.assign(mockState, { lacksRunner: false, isLoggedIn: false });
  jest.mocked(takePack).mockClear();
  await pollOnce(() => undefined);
  expect(takePack).toHaveBeenCalledTimes(isTaken ? 1 : 0);
});
