import { readMiniApp, startAddress, withLaunchParams } from './miniApp.ts';

const user = { id: 42, first_name: 'Eva', username: 'eva' };
const initData = new URLSearchParams({ user: JSON.stringify(user), auth_date: '1770000000', hash: 'abc' }).toString();
const hashOf = (data: string) => new URLSearchParams({ tgWebAppData: data, tgWebAppPlatform: 'ios' }).toString();

afterEach(() => window.history.replaceState(null, '', '/'));

test('an ordinary browser has no mini app data [4.1-08]', () => {
  window.history.replaceState(null, '', '/#pricing');
  expect(readMiniApp()).toBeNull();
});

test('the raw init data and its user are read from the address [4.1-08]', () => {
  window.history.replaceState(null, '', `/#${hashOf(initData)}`);
  expect(readMiniApp()).toEqual({
    initData,
    isInTelegram: false,
    user: { id: '42', username: 'eva', first_name: 'Eva', last_name: undefined },
  });
});

test('the mini app data is kept after a reload without launch parameters in the address', () => {
  window.history.replaceState(null, '', `/#${hashOf(initData)}`);
  readMiniApp();
  window.history.replaceState(null, '', '/?view=pages');
  expect(readMiniApp()?.initData).toBe(initData);
});

test('a screen that a link has opened is not opened again when the app is loaded once more [2.3-07]', () => {
  window.history.replaceState(null, '', `/#${hashOf(initData)}&tgWebAppStartParam=view_credits`);
  expect(startAddress()).toBe('/?view=credits');
  window.history.replaceState(null, '', withLaunchParams('/?view=pages'));
  expect([startAddress(), readMiniApp()?.initData]).toEqual([null, initData]);
});

test.each([
  [
    'denies access',
    () =>
      jest.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
        throw new DOMException('', 'SecurityError');
      }),
  ],
  ['has none', () => jest.spyOn(window, 'sessionStorage', 'get').mockReturnValue(null as never)],
])(
  'in a frame whose browser %s for storage, the mini app data is kept after a reload, until it is removed',
  async (_how, block) => {
    sessionStorage.clear();
    const blocked = block();
    jest.spyOn(window, 'parent', 'get').mockReturnValue({} as Window);
    const load = async (address: string) => {
      window.history.replaceState(null, '', address);
      let loaded: typeof import('./miniApp.ts') | undefined;
      await jest.isolateModulesAsync(async () => {
        loaded = await import('./miniApp.ts');
      });
      return loaded as typeof import('./miniApp.ts');
    };
    expect((await load(`/#${hashOf(initData)}`)).readMiniApp()?.initData).toBe(initData);
    const reloaded = await load('/?view=pages');
    expect(reloaded.readMiniApp()).toMatchObject({ initData, isInTelegram: true });
    expect(window.location.href).toContain('/?view=pages#tgWebAppData=');
    reloaded.removeLaunchParams();
    expect((await load('/')).readMiniApp()).toBeNull();
    // The common clean-up needs the storage.
    blocked.mockRestore();
  },
);

test.each(['', 'user=not-json', 'auth_date=1'])('init data %j has no user', (data) => {
  window.history.replaceState(null, '', `/#${hashOf(data)}`);
  expect(readMiniApp()?.user.id).toBeNull();
});

test('an address with the init data of two users has no user, because Telegram adds one [S6.3-3]', () => {
  const other = new URLSearchParams({ user: JSON.stringify({ id: 666, first_name: 'Mallory' }), hash: 'def' });
  window.history.replaceState(null, '', `/#${hashOf(other.toString())}&${hashOf(initData)}`);
  expect(readMiniApp()).toMatchObject({ initData: '', user: { id: null } });
});

describe('the app is inside Telegram', () => {
  beforeEach(() => window.history.replaceState(null, '', `/#${hashOf(initData)}`));
  const withProperty = (name: string, value: unknown) => {
    Object.defineProperty(window, name, { configurable: true, value });
    const isInTelegram = readMiniApp()?.isInTelegram;
    delete (window as unknown as Record<string, unknown>)[name];
    return isInTelegram;
  };

  test("when the web view has added Telegram's proxy object", () => {
    expect(withProperty('TelegramWebviewProxy', { postEvent() {} })).toBe(true);
    expect(readMiniApp()?.isInTelegram).toBe(false);
  });

  test('when another window frames the app', () => {
    jest.spyOn(window, 'parent', 'get').mockReturnValue({} as Window);
    expect(readMiniApp()?.isInTelegram).toBe(true);
  });
});

describe('startAddress', () => {
  test.each([
    ['view_queue', '/?view=queue'],
    [
      'assistant_00000000-0000-4000-8000-000000000007',
      '/?view=assistants&expandAssistant=00000000-0000-4000-8000-000000000007',
    ],
    ['page_7', '/?view=pages&page=7'],
    ['task_7', '/tasks/7'],
    ['constructor_7', null],
    ['view_a&b=c', null],
    ['task_../admin', null],
  ])('a link with startapp=%s opens %s', (start, address) => {
    window.history.replaceState(
      null,
      '',
      `/#${new URLSearchParams({ tgWebAppPlatform: 'ios', tgWebAppStartParam: start })}`,
    );
    expect(startAddress()).toBe(address);
  });
});
