import { act, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { buildUser } from '../../test/builders.ts';
import { fulfilled } from '../../test/queryActions.ts';
import { renderScreen, SIGNED_IN, SIGNED_OUT } from '../../test/renderScreen.tsx';
import { sessionEnded, sessionNotStarted } from '../data/session/sessionActions.ts';
import { buildFlags } from './buildFlags.ts';
import { documentLoads } from './documentLoads.ts';
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

const SESSIONS = {
  'an admin': SIGNED_IN,
  'a user': { ...SIGNED_IN, user: buildUser({ is_admin: false }) },
  'a stranger': SIGNED_OUT,
  'a stranger inside the messaging app': { ...SIGNED_OUT, insideMiniApp: true },
  'whoever is still to be found out': { ...SIGNED_OUT, status: 'loading' },
} as const;
type Who = keyof typeof SESSIONS;
const show = (address: string, who: Who) => renderScreen(<AppRoutes />, { address, state: { session: SESSIONS[who] } });

// The demo's way from screen to screen; a browser's full page load to /auth has tests of its own below.
beforeEach(() => {
  jest.replaceProperty(buildFlags, 'mockAuth', true);
});

test.each<[from: string, Who, screenText: string, to: string]>([
  ['/', 'a user', 'dashboard', '/'],
  ['/?view=queue', 'a user', 'dashboard', '/?view=queue'],
  ['/', 'a stranger', 'landing', '/auth'],
  ['/', 'a stranger inside the messaging app', 'dashboard', '/'],
  ['/auth', 'a stranger', 'landing', '/auth'],
  ['/auth', 'a stranger inside the messaging app', 'landing', '/auth'],
  ['/auth', 'a user', 'dashboard', '/'],
  ['/auth/callback?id=1', 'a stranger', 'callback', '/auth/callback?id=1'],
  ['/verify-link/abc', 'a stranger', 'verify link', '/verify-link/abc'],
  ['/verify-link/abc', 'a user', 'verify link', '/verify-link/abc'],
  ['/verify-link', 'a stranger', 'verify link', '/verify-link'],
  ['/screenshot-view/abc', 'a stranger', 'preview', '/screenshot-view/abc'],
  ['/screenshot-view/abc', 'a user', 'preview', '/screenshot-view/abc'],
  ['/screenshot-view/abc', 'whoever is still to be found out', 'preview', '/screenshot-view/abc'],
  ['/screenshot-view', 'a stranger', 'preview', '/screenshot-view'],
  ['/tasks/abc', 'an admin', 'task', '/tasks/abc'],
  ['/tasks/abc', 'a user', 'task', '/tasks/abc'],
  ['/tasks/abc', 'a stranger', 'landing', '/auth'],
  ['/somewhere/else', 'a user', 'dashboard', '/'],
  ['/somewhere/else', 'a stranger', 'landing', '/auth'],
])('%s leads %s to the %s at %s', async (from, who, screenText, to) => {
  const { address } = show(from, who);
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

describe.each(ADMIN_SCREENS)('%s', (address, screenText) => {
  test('is for admins', async () => {
    const shown = show(address, 'an admin');
    expect(await screen.findByText(screenText)).toBeInTheDocument();
    expect(shown.address()).toBe(address);
  });

  test('sends who is no admin to the dashboard', async () => {
    const shown = show(address, 'a user');
    expect(await screen.findByText('dashboard')).toBeInTheDocument();
    expect(shown.address()).toBe('/');
  });

  test.each<Who>(['a stranger', 'a stranger inside the messaging app'])('sends %s to the sign-in', async (who) => {
    const shown = show(address, who);
    expect(await screen.findByText('landing')).toBeInTheDocument();
    expect(shown.address()).toBe('/auth');
  });

  test('shows nothing while it is not known who is there', () => {
    expect(show(address, 'whoever is still to be found out').container).toBeEmptyDOMElement();
  });
});

test('an admin who is demoted meanwhile leaves the admin screens', async () => {
  const { store, address } = show('/admin/users', 'an admin');
  await screen.findByText('users');
  act(() => {
    store.dispatch(fulfilled('me', buildUser({ is_admin: false })));
  });
  expect(await screen.findByText('dashboard')).toBeInTheDocument();
  expect(address()).toBe('/');
});

test.each([
  ['a user', fulfilled('me', buildUser()), 'dashboard', '/'],
  ['a stranger', sessionNotStarted(), 'landing', '/auth'],
])(
  'the dashboard says in Russian that it is loading until it is known that it is %s',
  async (_who, found, text, to) => {
    const { store, address } = show('/', 'whoever is still to be found out');
    expect(screen.getByRole('status')).toHaveTextContent(/^Загрузка\.\.\.$/);
    expect(screen.queryByText(text)).not.toBeInTheDocument();
    act(() => {
      store.dispatch(found);
    });
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(screen.queryByText('Загрузка...')).not.toBeInTheDocument();
    expect(address()).toBe(to);
  },
);

test('the landing page shows nothing while it is not known who is there', () => {
  const { container } = show('/auth', 'whoever is still to be found out');
  expect(container).toBeEmptyDOMElement();
});

describe('outside the demo, where only a loaded /auth may show the sign-in button of Telegram', () => {
  let loaded: jest.SpiedFunction<typeof documentLoads.replace>;
  beforeEach(() => {
    jest.replaceProperty(buildFlags, 'mockAuth', false);
    loaded = jest.spyOn(documentLoads, 'replace').mockImplementation(() => {});
  });

  test.each(['/', '/?view=queue', '/somewhere/else'])('who is not signed in is sent from %s by a page load', (from) => {
    show(from, 'a stranger');
    expect(loaded.mock.calls).toEqual([['/auth']]);
  });

  test('who signs out is sent by a page load', () => {
    const { store } = show('/', 'a user');
    expect(loaded).not.toHaveBeenCalled();
    act(() => {
      store.dispatch(sessionEnded());
    });
    expect(loaded.mock.calls).toEqual([['/auth']]);
  });

  test('who opened /auth stays there without another load', async () => {
    show('/auth', 'a stranger');
    expect(await screen.findByText('landing')).toBeInTheDocument();
    expect(loaded).not.toHaveBeenCalled();
  });
});
