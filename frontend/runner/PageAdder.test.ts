import { addPage } from './addPage.ts';
import type { ExtensionFiles } from './extensionFiles.ts';
import { TIMES } from './nextWake.ts';
import { PageAdder } from './PageAdder.ts';
import { PageBrowsers } from './PageBrowsers.ts';
import { PageBrowser } from './pageBrowser.ts';
import { type KnownPage, RunnerFolder } from './runnerFolder.ts';
import type { ServerApi, ServerPages } from './serverApi.ts';

jest.mock('./addPage.ts', () => ({ addPage: jest.fn() }));
jest.mock('./pageBrowser.ts', () => ({ PageBrowser: { launch: jest.fn() } }));

test('the browser of a page that is added again ends before its profile is deleted', async () => {
  const pages = new Map<string, KnownPage>();
  const events: string[] = [];
  const folder = Object.assign(Object.create(RunnerFolder.prototype) as RunnerFolder, {
    keepPage: async (page: KnownPage) => void pages.set(page.profile, page),
    deleteProfile: async (profile: string) => {
      events.push('deleted');
      pages.delete(profile);
    },
    profilePath: async () => '',
    newProfile: () => 'b2',
  });
  Object.defineProperty(folder, 'pages', { get: () => [...pages.values()] });
  const known = { creatorId: '1', username: 'luna', wakeAtMs: null, wasAwake: false };
  await folder.keepPage({ ...known, profile: 'a1' });
  // The browser has a posting in hand for some looks after the page was added.
  let isAdded = false;
  let looks = 5;
  jest.mocked(PageBrowser.launch).mockResolvedValue({
    hasEnded: false,
    state: async () => {
      if (isAdded) looks -= 1;
      return { isWorking: false, hasJob: looks > 0, lastContactMs: Date.now() + 60_000, nextLookMs: null };
    },
    close: async () => void events.push('closed'),
  } as unknown as PageBrowser);
  const parts = {
    folder,
    serverPages: { read: async () => true, ofAccount: () => undefined } as unknown as ServerPages,
    times: { ...TIMES, lookEvery: 1, idle: 1 },
    log: () => undefined,
  };
  const extension = { newest: async () => '' } as unknown as ExtensionFiles;
  const browser = { executablePath: '', isHeadless: true, args: [] };
  const browsers = new PageBrowsers({ ...parts, extension, atOnce: 1, browser });
  const until = async (holds: () => boolean) => {
    while (!holds()) await new Promise((resolve) => setTimeout(resolve, 1));
  };
  browsers.want('a1');
  await until(() => browsers.stateOf('a1') === 'awake');
  jest.mocked(addPage).mockImplementation(async () => {
    await folder.keepPage({ ...known, profile: 'b2' });
    isAdded = true;
    return { guid: 'g', creator_id: '1', name: 'Luna', username: 'luna', health: 'ok' };
  });
  const adder = new PageAdder({ ...parts, browsers, server: {} as ServerApi });
  adder.begin({ many: 1, isConfirmed: true });
  await until(() => adder.status().adding === null && browsers.stateOf('a1') === 'asleep');
  expect(events).toEqual(['closed', 'deleted']);
  expect([...pages.keys()]).toEqual(['b2']);
});
