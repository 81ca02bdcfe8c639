import { STAND_IN_PACK } from '../../test/extension/siteDocument.ts';
import { linkPage, popupState } from './popupState.ts';
import { serverNow } from './productApi.ts';

const mockStored = new Map<string, unknown>();
jest.mock('../shared/extensionStorage.ts', () => ({
  read: async (key: string) => mockStored.get(key) ?? null,
  write: async (key: string, value: unknown) => mockStored.set(key, value),
  note: async () => undefined,
}));
const mockSiteState = { isLoggedIn: true, problem: null as object | null };
jest.mock('./workTab.ts', () => ({
  ask: jest.fn(),
  onFeed: async (_: string, read: (tabId: number) => unknown) => read(1),
  currentSiteState: async () => mockSiteState,
}));
jest.mock('../shared/packInUse.ts', () => ({
  ...jest.requireActual('../shared/packInUse.ts'),
  packInUse: async () => jest.requireActual('../../test/extension/siteDocument.ts').STAND_IN_PACK,
}));
jest.mock('../shared/manifestValues.ts', () => ({ extensionVersion: '1', productUrl: 'https://product.example' }));

const NOW = Date.parse('2026-03-01T12:00:00Z');
const MINUTE_MS = 60_000;
const PAGE = { creatorId: '1', name: 'Luna', username: 'luna', avatarUrl: null };

const called: string[] = [];
const answers: Record<string, unknown> = {};
function answer(path: string, body: unknown): void {
  answers[path] = body;
}

beforeEach(() => {
  jest.useFakeTimers({ now: NOW + 20 * MINUTE_MS });
  mockStored.clear();
  mockStored.set('sitePack', { pack: STAND_IN_PACK });
  called.length = 0;
  globalThis.fetch = jest.fn(async (url: string, { method }: { method: string }) => {
    const path = new URL(url).pathname.replace('/api/extension', '');
    called.push(`${method} ${path}`);
    return {
      ok: true,
      status: 200,
      headers: new Headers({ Date: new Date(NOW).toUTCString() }),
      json: async () => answers[path],
    };
  }) as never;
});
afterEach(() => jest.useRealTimers());

test('a clock that is 20 minutes fast does not make the linking token expire at once', async () => {
  answer('/link-requests', {
    device_secret: 's',
    linking_token: 't',
    expires_at: new Date(NOW + 15 * MINUTE_MS).toISOString(),
  });
  await linkPage(PAGE);
  expect(await serverNow()).toBe(NOW);
  expect((await popupState()).device).toMatchObject({ linkingToken: 't' });
  await linkPage(PAGE);
  expect(called).toEqual(['POST /link-requests']);
});
