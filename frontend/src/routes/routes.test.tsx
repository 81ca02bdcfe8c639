import { act, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { buildUser } from '../../test/builders.ts';
import { fulfilled } from '../../test/queryActions.ts';
import { renderScreen, SIGNED_IN, SIGNED_OUT } from '../../test/renderScreen.tsx';
import { webAppSettings } from '../app/webAppSettings.ts';
import { sessionNotStarted } from '../data/request/sessionActions.ts';
import { AppRoutes } from './routes.tsx';

// Checks which screen an address opens. The screens have their own tests.
function mockScreen(text: string) {
  return { __esModule: true, default: () => <p>{text}</p> };
}
jest.mock('../app/AntdTheme.tsx', () => ({
  __esModule: true,
  AntdTheme: ({ children }: { children: ReactNode }) => children,
}));
jest.mock('./DashboardRoute.tsx', () => mockScreen('dashboard'));
jest.mock('../screens/verifyLink/VerifyLinkScreen.tsx', () => mockScreen('verify link'));
jest.mock('../screens/auth/LandingScreen.tsx', () => mockScreen('landing'));
jest.mock('../screens/auth/AuthCallbackScreen.tsx', () => mockScreen('callback'));
jest.mock('../screens/auth/DeleteAccountScreen.tsx', () => mockScreen('delete account'));
jest.mock('../screens/preview/PreviewScreen.tsx', () => mockScreen('preview'));
jest.mock('../screens/admin/dashboard/AdminDashboardScreen.tsx', () => mockScreen('admin dashboard'));
jest.mock('../screens/admin/users/UsersScreen.tsx', () => mockScreen('users'));
jest.mock('../screens/admin/user/UserScreen.tsx', () => mockScreen('user'));
jest.mock('../screens/admin/performance/PerformanceScreen.tsx', () => mockScreen('performance'));
jest.mock('../screens/admin/postings/PostingsScreen.tsx', () => mockScreen('postings'));
jest.mock('../screens/admin/credits/CreditsScreen.tsx', () => mockScreen('admin credits'));
jest.mock('../screens/admin/audit/AuditScreen.tsx', () => mockScreen('audit log'));
jest.mock('../screens/task/TaskScreen.tsx', () => mockScreen('task'));

const SESSIONS = {
  'an admin': SIGNED_IN,
  'a user': { ...SIGNED_IN, user: buildUser({ is_admin: false }) },
  'a signed-out user': SIGNED_OUT,
  'a signed-out user inside the messaging app': { ...SIGNED_OUT, insideMiniApp: true },
  'a user with an unverified session': { ...SIGNED_OUT, status: 'loading' },
} as const;
type Who = keyof typeof SESSIONS;
const show = (address: string, who: Who) => renderScreen(<AppRoutes />, { address, state: { session: SESSIONS[who] } });

// The demo changes screens without a page load. The page loads of /auth are tested below.
beforeEach(() => {
  jest.replaceProperty(webAppSettings, 'mockAuth', true);
});

test.each<[from: string, Who, screenText: string, to: string, ids: string]>([
  ['/', 'a user', 'dashboard', '/', '[2.1-01, 6-05]'],
  ['/', 'a signed-out user', 'landing', '/auth', '[2.1-07, 2.2-14]'],
  ['/', 'a signed-out user inside the messaging app', 'dashboard', '/', '[2.1-08]'],
  ['/auth', 'a signed-out user', 'landing', '/auth', '[2.1-09, 2.4-01, 6-01]'],
  ['/auth', 'a user', 'dashboard', '/', '[2.1-02]'],
  ['/auth/callback?id=1', 'a signed-out user', 'callback', '/auth/callback?id=1', '[2.1-10, 6-02]'],
  ['/auth/delete-account', 'a user', 'delete account', '/auth/delete-account', ''],
  ['/auth/delete-account', 'a signed-out user', 'landing', '/auth', ''],
  ['/verify-link/abc', 'a signed-out user', 'verify link', '/verify-link/abc', '[2.1-03, 6-03]'],
  ['/verify-link', 'a signed-out user', 'verify link', '/verify-link', '[2.5-05]'],
  ['/screenshot-view/abc', 'a signed-out user', 'preview', '/screenshot-view/abc', '[2.1-04, 6-04]'],
  ['/screenshot-view/abc', 'a user with an unverified session', 'preview', '/screenshot-view/abc', ''],
  ['/screenshot-view', 'a signed-out user', 'preview', '/screenshot-view', '[5-26]'],
  ['/tasks/abc', 'a user', 'task', '/tasks/abc', ''],
  ['/tasks/abc', 'a signed-out user', 'landing', '/auth', '[2.1-19]'],
  ['/somewhere/else', 'a user', 'dashboard', '/', '[2.1-05]'],
  ['/somewhere/else', 'a signed-out user', 'landing', '/auth', '[2.1-05]'],
])('%s opened by %s shows the %s screen at %s %s', async (from, who, screenText, to) => {
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
  ['/admin/audit?act=exported', 'audit log'],
] as const;

describe.each(ADMIN_SCREENS)('%s', (address, screenText) => {
  test('shows its screen to an admin [2.1-12, 2.1-13, 2.1-14, 2.1-15, 2.1-16, 2.1-17]', async () => {
    const shown = show(address, 'an admin');
    expect(await screen.findByText(screenText)).toBeInTheDocument();
    expect(shown.address()).toBe(address);
  });

  test('redirects a user who is not an admin to the dashboard [2.1-06]', async () => {
    const shown = show(address, 'a user');
    expect(await screen.findByText('dashboard')).toBeInTheDocument();
    expect(shown.address()).toBe('/');
  });

  test.each<Who>(['a signed-out user', 'a signed-out user inside the messaging app'])(
    'redirects %s to the sign-in [2.1-11]',
    async (who) => {
      const shown = show(address, who);
      expect(await screen.findByText('landing')).toBeInTheDocument();
      expect(shown.address()).toBe('/auth');
    },
  );

  test('shows nothing until the session is verified [2.1-18]', () => {
    expect(show(address, 'a user with an unverified session').container).toBeEmptyDOMElement();
  });
});

test.each([
  ['a user', fulfilled('me', buildUser()), 'dashboard', '/'],
  ['a signed-out user', sessionNotStarted(), 'landing', '/auth'],
])(
  'the dashboard shows a loading text in Russian until the session belongs to %s [2.2-09, 4.1-01]',
  async (_who, found, text, to) => {
    const { store, address } = show('/', 'a user with an unverified session');
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
