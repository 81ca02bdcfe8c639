import { ownCallback } from '../ownTab.ts';
import { expect, type SpecRow, specRows } from './specRow.ts';
import { NO_CREDENTIALS, storedCredentials } from './storedCredentials.ts';

const SIGN_IN = '**/api/auth/telegram';
const CALLBACK_QUERY = 'id=777&auth_date=1&hash=abc';

const staysOut = (why: string, route: string, answer: { status: number; json: object }): SpecRow => ({
  says: `Sign-in failure (${why}): the user stays logged out and stored credentials are cleared.`,
  see: async ({ page }) => {
    // Later routes come first: this one takes the place of the stranger's refusal.
    await page.route(SIGN_IN, (request) => request.fulfill({ json: { session_token: 'token', telegram_id: '777' } }));
    await page.route(route, (request) => request.fulfill(answer));
    await page.goto(await ownCallback(page, CALLBACK_QUERY));
    await expect(page.getByRole('alert')).toHaveText('Authentication failed');
    expect(await storedCredentials(page)).toEqual(NO_CREDENTIALS);
  },
});

specRows('8 Sign-in failures', { visitor: 'nobody' }, [
  staysOut('non-ok', SIGN_IN, { status: 503, json: { error: 'Later.' } }),
  staysOut('missing credentials', SIGN_IN, { status: 200, json: { telegram_id: '777' } }),
  staysOut('failed user fetch', '**/api/auth/me', { status: 503, json: { error: 'Later.' } }),
  {
    says: 'Session verification failure: credentials are cleared.',
    see: async ({ page }) => {
      await page.route('**/api/auth/me', (route) => route.fulfill({ status: 503, json: { error: 'Later.' } }));
      await page.addInitScript(() => {
        localStorage.setItem('session_token', 'token');
        localStorage.setItem('telegram_id', '777');
      });
      await page.goto('/');
      await expect(page.getByRole('heading', { name: 'Sign in with Telegram' })).toBeVisible();
      expect(await storedCredentials(page)).toEqual(NO_CREDENTIALS);
    },
  },
  {
    says: "Login callback: 'Invalid authentication data' (shown on /auth).",
    see: async ({ page }) => {
      await page.goto('/auth/callback');
      await expect(page).toHaveURL('/auth');
      await expect(page.getByRole('alert')).toHaveText('Invalid authentication data');
    },
  },
  {
    says: "Login callback: … 'Authentication failed' (shown on /auth).",
    see: async ({ page }) => {
      await page.goto(await ownCallback(page, CALLBACK_QUERY));
      await expect(page).toHaveURL('/auth');
      await expect(page.getByRole('alert')).toHaveText('Authentication failed');
    },
  },
]);
