import { readMiniApp, withLaunchParams } from './miniApp.ts';

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
