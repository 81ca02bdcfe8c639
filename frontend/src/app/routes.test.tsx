import { act, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { buildUser } from '../../test/builders.ts';
import { fulfilled } from '../../test/queryActions.ts';
import { renderScreen, SIGNED_IN, SIGNED_OUT } from '../../test/renderScreen.tsx';
import { sessionEnded, sessionNotStarted } from '../data/session/sessionActions.ts';
import { buildFlags } from './buildFlags.ts';
import { pageLoads } from './pageLoads.ts';
import { AppRoutes } from './routes.tsx';

// Which screen an address leads to is the matter here; the screens have tests of their own.
jest.mock('./AntdTheme.tsx', () => ({
  __esModule: true,
  AntdTheme: ({ children }: { children: ReactNode }) => children,
}));
jest.mock('./DashboardRoute.tsx', () => ({ __esModule: true, default: () => <p>dashboard</p> }));
jest.mock('./VerifyLinkRoute.tsx', () => ({ __esModule: true, default: () => <p>verify link</p> }));
jest.mock('../screens/auth/LandingScreen.tsx', () => ({ __esModule: true, default: () => <p>landing</p> }));
jest.mock('../screens/auth/AuthCallbackScreen.tsx', () => ({ __esModule: true, default: () => <p>callback</p> }));
jest.mock('../screens/preview/PreviewScreen.tsx', () => ({ __esModule: true, default: () => <p>preview</p> }));
jest.mock('../screens/admin/dashboard/AdminDashboardScreen.tsx', () => ({
  __esModule: true,
  default: () => <p>admin dashboard</p>,
}));
jest.mock('../screens/admin/users/UsersScreen.tsx', () => ({ __esModule: true, default: () => <p>users</p> }));
jest.mock('../screens/admin/user/UserScreen.tsx', () => ({ __esModule: true, default: () => <p>user</p> }));
jest.mock('../screens/admin/performance/PerformanceScreen.tsx', () => ({
  __esModule: true,
  default: () => <p>performance</p>,
}));
jest.mock('../screens/admin/postings/PostingsScreen.tsx', () => ({ __esModule: true, default: () => <p>postings</p> }));
jest.mock('../screens/admin/credits/CreditsScreen.tsx', () => ({
  __esModule: true,
  default: () => <p>admin credits</p>,
}));
jest.mock('../screens/task/TaskScreen.tsx', () => ({ __esModule: true, default: () => <p>task</p> }));

const LOADING = { ...SIGNED_OUT, status: 'loading' } as const;
const IN_MINI_APP = { ...SIGNED_OUT, insideMiniApp: true };
const show = (address: string, session: typeof SIGNED_IN) =>
  renderScreen(<AppRoutes />, { address, state: { session } });

// The demo's way from screen to screen; a browser's full page load to /auth has tests of its own below.
beforeEach(() => {
  jest.replaceProperty(buildFlags, 'mockAuth', true);
});

test.each([
  ['/', SIGNED_IN, 'dashboard', '/'],
  ['/?view=queue', SIGNED_IN, 'dashboard', '/?view=queue'],
  ['/', SIGNED_OUT, 'landing', '/auth'],
  ['/', IN_MINI_APP, 'dashboard', '/'],
  ['/auth', SIGNED_OUT, 'landing', '/auth'],
  ['/auth', IN_MINI_APP, 'landing', '/auth'],
  ['/auth', SIGNED_IN, 'dashboard', '/'],
  ['/auth/callback?id=1', SIGNED_OUT, 'callback', '/auth/callback?id=1'],
  ['/verify-link/abc', SIGNED_OUT, 'verify link', '/verify-link/abc'],
  ['/verify-link', SIGNED_OUT, 'verify link', '/verify-link'],
  ['/screenshot-view/abc', SIGNED_OUT, 'preview', '/screenshot-view/abc'],
  ['/screenshot-view/abc', LOADING, 'preview', '/screenshot-view/abc'],
  ['/screenshot-view', SIGNED_OUT, 'preview', '/screenshot-view'],
  ['/somewhere/else', SIGNED_IN, 'dashboard', '/'],
  ['/somewhere/else', SIGNED_OUT, 'landing', '/auth'],
])('%s as %j leads to the %s', async (from, session, screenText, to) => {
  const { address } = show(from, session);
  expect(await screen.findByText(screenText)).toBeInTheDocument();
  expect(address()).toBe(to);
});

const ADMIN_SCREENS = [
  ['/admin', 'admin dashboard'],
  ['/admin/users', 'users'],
  ['/admin/users/42', 'user'],
  ['/admin/performance', 'performance'],
  ['/admin/postings?sort=total', 'postings'],
  ['/admin/credits', 'admin credits'],
] as const;
const PLAIN_USER = { ...SIGNED_IN, user: buildUser({ is_admin: false }) };

describe.each(ADMIN_SCREENS)('%s', (address, screenText) => {
  test('is for admins', async () => {
    const shown = show(address, SIGNED_IN);
    expect(await screen.findByText(screenText)).toBeInTheDocument();
    expect(shown.address()).toBe(address);
  });

  test('sends who is no admin to the dashboard', async () => {
    const shown = show(address, PLAIN_USER);
    expect(await screen.findByText('dashboard')).toBeInTheDocument();
    expect(shown.address()).toBe('/');
  });

  test.each([SIGNED_OUT, IN_MINI_APP])('sends who is not signed in to the sign-in: %j', async (session) => {
    const shown = show(address, session);
    expect(await screen.findByText('landing')).toBeInTheDocument();
    expect(shown.address()).toBe('/auth');
  });

  test('shows nothing while it is not known who is there', () => {
    expect(show(address, LOADING).container).toBeEmptyDOMElement();
  });
});

test('an admin who is demoted meanwhile leaves the admin screens', async () => {
  const { store, address } = show('/admin/users', SIGNED_IN);
  await screen.findByText('users');
  act(() => {
    store.dispatch(fulfilled('me', buildUser({ is_admin: false })));
  });
  expect(await screen.findByText('dashboard')).toBeInTheDocument();
  expect(address()).toBe('/');
});

test.each([
  ['an admin', SIGNED_IN, 'task', '/tasks/abc'],
  ['an ordinary user', PLAIN_USER, 'task', '/tasks/abc'],
  ['who is not signed in', SIGNED_OUT, 'landing', '/auth'],
])('a task as %s', async (_who, session, screenText, to) => {
  const { address } = show('/tasks/abc', session);
  expect(await screen.findByText(screenText)).toBeInTheDocument();
  expect(address()).toBe(to);
});

test('the dashboard says in Russian that it is still loading, and then lets nobody in who is not signed in', async () => {
  const { store, address } = show('/', LOADING);
  expect(screen.getByRole('status')).toHaveTextContent('Загрузка...');
  act(() => {
    store.dispatch(sessionNotStarted());
  });
  expect(await screen.findByText('landing')).toBeInTheDocument();
  expect(address()).toBe('/auth');
});

test('the landing page shows nothing while it is not known who is there', () => {
  const { container } = show('/auth', LOADING);
  expect(container).toBeEmptyDOMElement();
});

describe('outside the demo, where only a loaded /auth may show the sign-in button of Telegram', () => {
  let loaded: jest.SpiedFunction<typeof pageLoads.replace>;
  beforeEach(() => {
    jest.replaceProperty(buildFlags, 'mockAuth', false);
    loaded = jest.spyOn(pageLoads, 'replace').mockImplementation(() => {});
  });

  test.each(['/', '/?view=queue', '/somewhere/else'])('who is not signed in is sent from %s by a page load', (from) => {
    show(from, SIGNED_OUT);
    expect(loaded.mock.calls).toEqual([['/auth']]);
  });

  test('who signs out is sent by a page load', () => {
    const { store } = show('/', SIGNED_IN);
    expect(loaded).not.toHaveBeenCalled();
    act(() => {
      store.dispatch(sessionEnded());
    });
    expect(loaded.mock.calls).toEqual([['/auth']]);
  });

  test('who opened /auth stays there without another load', async () => {
    show('/auth', SIGNED_OUT);
    expect(await screen.findByText('landing')).toBeInTheDocument();
    expect(loaded).not.toHaveBeenCalled();
  });
});
