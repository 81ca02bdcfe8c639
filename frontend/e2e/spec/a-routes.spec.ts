import { actAsTelegram, ownCallback } from '../ownTab.ts';
import { ADMIN_TELEGRAM_ID } from '../product.ts';
import { clickIfStillThere } from './clickIfStillThere.ts';
import { miniAppAddress } from './miniAppAddress.ts';
import { expect, type Scene, type SpecRow, specRows } from './specRow.ts';

type Show = (scene: Scene<undefined>) => Promise<void>;
const seesDashboard: Show = ({ page }) => expect(page.getByRole('tablist', { name: 'Dashboard' })).toBeVisible();
const seesLanding: Show = ({ page }) =>
  expect(page.getByRole('heading', { name: 'Sign in with Telegram' })).toBeVisible();
const seesLinkingToken: Show = ({ page }) => expect(page.getByRole('heading', { name: 'Linking Token' })).toBeVisible();
const seesNoPosting: Show = ({ page }) => expect(page.getByRole('alert')).toContainText('Error loading preview:');

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

const leads = (says: string, from: string, to: string, sees: Show): SpecRow => ({
  says,
  see: async (scene) => {
    await scene.page.goto(from);
    await sees(scene);
    const { pathname } = new URL(scene.page.url());
    expect(pathname).toBe(to);
  },
});

/** Stays alone: what Telegram told about the launch is remembered for the tab. */
const insideMiniApp = (row: SpecRow): SpecRow => {
  if (!('see' in row)) return row;
  const see: typeof row.see = async (scene) => {
    await actAsTelegram(scene.page);
    await row.see(scene);
  };
  return { ...row, see, alone: true };
};

specRows('2 Route table, signed in', [
  leads('/ | signed in … | main dashboard', '/', '/', seesDashboard),
  leads('/auth | … an authenticated user is redirected to /', '/auth', '/', seesDashboard),
  leads('/verify-link/{token} | public | …', '/verify-link/abc', '/verify-link/abc', seesLinkingToken),
  leads(
    '/screenshot-view/{pagePostingId} | public | …',
    `/screenshot-view/${UNKNOWN_ID}`,
    `/screenshot-view/${UNKNOWN_ID}`,
    seesNoPosting,
  ),
  leads('any other path | any | redirect to /', '/no/such/path', '/', seesDashboard),
  leads('… a signed-in non-admin goes to /.', '/admin/users', '/', seesDashboard),
]);

specRows('8 Admin and preview: who is no admin', [
  leads('On admin auth failure the user is redirected as described under roles.', '/admin/credits', '/', seesDashboard),
]);

specRows('2 Route table, not signed in', { visitor: 'nobody' }, [
  leads('/ | … otherwise redirect to /auth', '/', '/auth', seesLanding),
  insideMiniApp(leads('/ | … or running inside the messaging app …', miniAppAddress('/'), '/', seesDashboard)),
  leads('/auth | public | landing page …', '/auth', '/auth', seesLanding),
  {
    says: '/auth/callback | public | completes login',
    see: async ({ page }) => {
      await page.goto(await ownCallback(page, 'id=1&auth_date=1&hash=abc'));
      await expect(page.getByRole('alert')).toHaveText('Authentication failed');
    },
  },
  leads(
    '/verify-link/{token} | public | shows linking data for a token',
    '/verify-link/abc',
    '/verify-link/abc',
    seesLinkingToken,
  ),
  leads(
    '/screenshot-view/{pagePostingId} | public, no auth check | preview of a posting',
    `/screenshot-view/${UNKNOWN_ID}`,
    `/screenshot-view/${UNKNOWN_ID}`,
    seesNoPosting,
  ),
  leads('any other path | any | redirect to /', '/no/such/path', '/auth', seesLanding),
  leads('Admin routes: an unauthenticated visitor goes to /auth …', '/admin', '/auth', seesLanding),
]);

specRows('2 Route table, loading', [
  {
    says: 'While authentication is loading, nothing is shown. (/auth)',
    see: async ({ page }) => {
      // Never answered: the tab is closed first.
      await page.route('**/api/auth/me', () => {});
      const asked = page.waitForRequest('**/api/auth/me');
      await page.goto('/auth');
      await asked;
      await expect(page.locator('#root')).toBeEmpty();
    },
  },
  {
    says: 'While authentication is loading, nothing is shown. (/admin)',
    see: async ({ page }) => {
      await page.route('**/api/auth/me', () => {});
      const asked = page.waitForRequest('**/api/auth/me');
      await page.goto('/admin');
      await asked;
      await expect(page.locator('#root')).toBeEmpty();
    },
  },
]);

const ADMIN_ROUTES = [
  ['/admin', 'dashboard', 'Admin Dashboard'],
  ['/admin/users', 'user list', 'Users'],
  [`/admin/users/${ADMIN_TELEGRAM_ID}`, 'user detail', 'User Details'],
  ['/admin/performance', 'performance analytics', 'Performance'],
  ['/admin/postings', 'detailed postings', 'Detailed Page Postings'],
  ['/admin/credits', 'credit management', 'Credit Management'],
] as const;

specRows(
  '2 Route table, admin',
  { visitor: 'admin' },
  ADMIN_ROUTES.map(([address, purpose, title]) =>
    leads(`${address} | admin only | ${purpose}`, address, address, ({ page }) =>
      expect(page.getByRole('heading', { level: 1, name: new RegExp(`^${title}`) })).toBeVisible(),
    ),
  ),
);

specRows(
  '2 Route table, admin routes without being one',
  ADMIN_ROUTES.map(([address]) =>
    leads(`${address} | admin only | … a signed-in non-admin goes to /.`, address, '/', seesDashboard),
  ),
);

specRows('2 Route table, admin routes without a session', { visitor: 'nobody' }, [
  ...ADMIN_ROUTES.map(([address]) =>
    leads(`${address}: an unauthenticated visitor goes to /auth`, address, '/auth', seesLanding),
  ),
  leads('/tasks/{id}: an unauthenticated visitor goes to /auth', `/tasks/${UNKNOWN_ID}`, '/auth', seesLanding),
]);

specRows('6 Roles, unauthenticated', { visitor: 'nobody' }, [
  leads('Unauthenticated: may use /auth, …', '/auth', '/auth', seesLanding),
  {
    says: '… /auth/callback, …',
    see: async ({ page }) => {
      await page.route('**/api/auth/telegram', () => {});
      await page.goto('/auth/callback?id=1&auth_date=1&hash=abc');
      await expect(page).toHaveURL('/auth/callback');
    },
  },
  leads('… /verify-link/{token} …', '/verify-link/abc', '/verify-link/abc', seesLinkingToken),
  leads(
    '… and /screenshot-view/{pagePostingId}.',
    `/screenshot-view/${UNKNOWN_ID}`,
    `/screenshot-view/${UNKNOWN_ID}`,
    seesNoPosting,
  ),
]);

specRows('6 Roles, signed in', [
  leads('Ordinary signed-in user: the main dashboard …', '/', '/', seesDashboard),
  {
    says: '… and its tabs.',
    see: async ({ page }) => {
      await page.goto('/');
      for (const tab of ['Assistants', 'Queue', 'Presets', 'Credits', 'Pages']) {
        await page.getByRole('tab', { name: tab, exact: true }).click();
        await expect(page.getByRole('tabpanel', { name: tab, exact: true })).toBeVisible();
      }
    },
  },
  {
    says: 'Admin (is_admin): additionally the admin panel button … (an ordinary user has none)',
    see: async (scene) => {
      await scene.page.goto('/');
      await seesDashboard(scene);
      await expect(scene.page.getByRole('banner').getByText(/admin/i)).toHaveCount(0);
      await expect(scene.page.getByRole('button', { name: /admin/i })).toHaveCount(0);
    },
  },
  {
    says: 'An Unauthorized … error on the assistant list is treated as logged out (empty list, no error).',
    alone: true,
    see: async ({ page }) => {
      await page.goto('/?view=presets');
      await page.route('**/api/auth/telegram', (route) => route.fulfill({ status: 401, json: {} }));
      await page.route('**/api/assistants*', (route) => route.fulfill({ status: 401, json: {} }));
      await clickIfStillThere(page.getByRole('tab', { name: 'Assistants', exact: true }));
      await expect(page.getByRole('heading', { name: 'Sign in with Telegram' })).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCount(0);
    },
  },
  {
    says: 'Authenticated calls carry the session token and the Telegram id as headers (X-Session-Token, X-Telegram-ID).',
    see: async ({ page, person }) => {
      const listed = page.waitForRequest('**/api/get_user_pages');
      await page.goto('/');
      const headers = await (await listed).allHeaders();
      expect(headers['x-session-token']).toBe(person.session.session_token);
      expect(headers['x-telegram-id']).toBe(person.session.telegram_id);
    },
  },
]);

specRows('6 Roles, inside the messaging app without a user', { visitor: 'nobody' }, [
  insideMiniApp({
    says: 'A … Not authenticated error on the assistant list is treated as logged out (empty list, no error).',
    see: async (scene) => {
      await scene.page.goto(miniAppAddress('/?view=assistants'));
      await seesDashboard(scene);
      await expect(scene.page.getByText('No assistants found.', { exact: true })).toBeVisible();
      // That the sign-in failed is said above the dashboard; the list has nothing to complain of.
      await expect(scene.page.getByRole('tabpanel').getByRole('alert')).toHaveCount(0);
    },
  }),
  insideMiniApp({
    says: 'Tasks and queue are loaded only when a user exists.',
    see: async (scene) => {
      const asked: string[] = [];
      scene.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      await scene.page.goto(miniAppAddress('/?view=queue'));
      await seesDashboard(scene);
      await expect(scene.page.getByRole('heading', { name: 'Posting Queue' })).toBeVisible();
      expect(asked.filter((path) => /^\/api\/(tasks|queue)/.test(path))).toEqual([]);
    },
  }),
]);
