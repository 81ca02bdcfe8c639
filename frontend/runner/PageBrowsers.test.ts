import type { ExtensionFiles } from './extensionFiles.ts';
import { TIMES } from './nextWake.ts';
import { PageBrowsers } from './PageBrowsers.ts';
import { PageBrowser } from './pageBrowser.ts';
import type { RunnerFolder } from './runnerFolder.ts';
import type { ServerPages } from './serverApi.ts';

jest.mock('./pageBrowser.ts', () => ({ PageBrowser: { launch: jest.fn() } }));
const launch = jest.mocked(PageBrowser.launch);

const page = { profile: 'a1', creatorId: '1', username: 'luna', wakeAtMs: null, wasAwake: false };
const folder = {
  pages: [page],
  profilePath: async () => '',
  keepPage: async () => undefined,
} as unknown as RunnerFolder;
const browsersOf = (folder: RunnerFolder) =>
  new PageBrowsers({
    folder,
    serverPages: { read: async () => true, ofAccount: () => undefined } as unknown as ServerPages,
    extension: { newest: async () => '' } as unknown as ExtensionFiles,
    atOnce: 1,
    browser: { executablePath: '', isHeadless: true, args: [] },
    times: { ...TIMES, lookEvery: 1, idle: 1 },
    log: () => undefined,
  });
beforeEach(() => launch.mockReset());

test('a page that is removed while its browser starts for a person is deleted once that has ended', async () => {
  const events: string[] = [];
  let started: (browser: PageBrowser) => void = () => undefined;
  launch.mockImplementation(() => new Promise((resolve) => (started = resolve)));
  const deleteProfile = async () => void events.push('deleted');
  const browsers = browsersOf({ ...folder, deleteProfile } as unknown as RunnerFolder);
  const opening = browsers.open('a1');
  while (launch.mock.calls.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  const removing = browsers.remove('a1');
  await expect(browsers.open('a1')).rejects.toThrow('This page is not on this runner.');
  browsers.want('a1');
  expect(browsers.stateOf('a1')).toBe('asleep');
  const browser = { hasEnded: false, view: null, state: async () => null, showSite: async () => undefined };
  started({ ...browser, close: async () => void events.push('closed') } as unknown as PageBrowser);
  await Promise.all([opening, removing]);
  expect(events).toEqual(['closed', 'deleted']);
  expect(launch).toHaveBeenCalledTimes(1);
});
