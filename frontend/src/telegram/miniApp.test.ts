import { readMiniApp, removeLaunchParams, withLaunchParams } from './miniApp.ts';

const user = { id: 42, first_name: 'Eva', username: 'eva' };
const initData = new URLSearchParams({ user: JSON.stringify(user), auth_date: '1770000000', hash: 'abc' }).toString();
const hashOf = (data: string) => new URLSearchParams({ tgWebAppData: data, tgWebAppPlatform: 'ios' }).toString();

afterEach(() => window.history.replaceState(null, '', '/'));

test('an ordinary browser is no mini app', () => {
  window.history.replaceState(null, '', '/#pricing');
  expect(readMiniApp()).toBeNull();
});

test('the address tells the raw init data and the user in it', () => {
  window.history.replaceState(null, '', `/#${hashOf(initData)}`);
  expect(readMiniApp()).toEqual({
    initData,
    isInTelegram: false,
    user: { id: '42', username: 'eva', first_name: 'Eva', last_name: undefined },
  });
});

test('a reload finds the mini app again although the address no longer tells', () => {
  window.history.replaceState(null, '', `/#${hashOf(initData)}`);
  readMiniApp();
  window.history.replaceState(null, '', '/?view=pages');
  expect(readMiniApp()?.initData).toBe(initData);
});

test.each(['', 'user=not-json', 'auth_date=1'])('init data %j names no user', (data) => {
  window.history.replaceState(null, '', `/#${hashOf(data)}`);
  expect(readMiniApp()?.user.id).toBeNull();
});

test('a document loaded anew is told where it runs; in a browser its address stays as it is', () => {
  expect(withLaunchParams('/?view=pages')).toBe('/?view=pages');
  window.history.replaceState(null, '', `/#${hashOf(initData)}`);
  expect(withLaunchParams('/?view=pages')).toBe(`/?view=pages#${hashOf(initData)}`);
});

test('an address with two persons names nobody: Telegram adds one', () => {
  const other = new URLSearchParams({ user: JSON.stringify({ id: 666, first_name: 'Mallory' }), hash: 'def' });
  window.history.replaceState(null, '', `/#${hashOf(other.toString())}&${hashOf(initData)}`);
  expect(readMiniApp()).toMatchObject({ initData: '', user: { id: null } });
});

describe('Telegram is around the app', () => {
  beforeEach(() => window.history.replaceState(null, '', `/#${hashOf(initData)}`));
  const withProperty = (name: string, value: unknown) => {
    Object.defineProperty(window, name, { configurable: true, value });
    const isInTelegram = readMiniApp()?.isInTelegram;
    delete (window as unknown as Record<string, unknown>)[name];
    return isInTelegram;
  };

  test('where its web view has put its proxy', () => {
    expect(withProperty('TelegramWebviewProxy', { postEvent() {} })).toBe(true);
    expect(readMiniApp()?.isInTelegram).toBe(false);
  });

  test('where another window frames the app', () => {
    jest.spyOn(window, 'parent', 'get').mockReturnValue({} as Window);
    expect(readMiniApp()?.isInTelegram).toBe(true);
  });
});

test('what the first address told can be forgotten', () => {
  window.history.replaceState(null, '', `/#${hashOf(initData)}`);
  readMiniApp();
  window.history.replaceState(null, '', '/');
  removeLaunchParams();
  expect(readMiniApp()).toBeNull();
});
