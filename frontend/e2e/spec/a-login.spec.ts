import type { Page } from '@playwright/test';
import { actAsTelegram, ownCallback, switchAccount } from '../ownTab.ts';
import { clickIfStillThere } from './clickIfStillThere.ts';
import { holdAnswers } from './heldAnswer.ts';
import { miniAppAddress } from './miniAppAddress.ts';
import { expect, type SpecRow, specRows } from './specRow.ts';
import { NO_CREDENTIALS, storedCredentials } from './storedCredentials.ts';

const SIGN_IN = '**/api/auth/telegram';
const ME = '**/api/auth/me';
const CALLBACK_QUERY = 'id=777&first_name=Mia&last_name=Moon&username=mia&photo_url=p.jpg&auth_date=1&hash=abc';

const dashboardOf = (page: Page) => page.getByRole('tablist', { name: 'Dashboard' });
const landingOf = (page: Page) => page.getByRole('heading', { name: 'Sign in with Telegram' });

/** The body of the first sign-in that an address leads to; the mock build's own comes first where nobody is signed in. */
async function signInSentBy(page: Page, address: string, telegramId?: string) {
  const sent = page.waitForRequest(
    (request) =>
      request.url().endsWith('/api/auth/telegram') &&
      (telegramId === undefined || request.postDataJSON().telegram_id === telegramId),
  );
  await page.goto(address);
  return (await sent).postDataJSON();
}

const fails = (says: string, query: string, error: string): SpecRow => ({
  says,
  see: async ({ page }) => {
    await page.goto(await ownCallback(page, query));
    await expect(page.getByRole('alert')).toHaveText(error);
    await expect(page).toHaveURL('/auth');
  },
});

specRows('2 Login', { visitor: 'nobody' }, [
  {
    says: '/auth: landing page …',
    see: async ({ page }) => {
      await page.goto('/auth');
      await expect(landingOf(page)).toBeVisible();
    },
  },
  {
    says: '… with a large, rounded messaging-platform login widget that requests write access and shows the user picture. Its callback goes to /auth/callback.',
    shownBy: {
      file: 'src/screens/auth/TelegramLoginWidget.test.tsx',
      test: "loads Telegram's script large, rounded, with picture and write access, and leads back to /auth/callback",
    },
  },
  {
    says: '/auth/callback reads id, first_name, last_name, username, photo_url, auth_date, hash from the query.',
    see: async ({ page }) => {
      const { widget } = await signInSentBy(page, await ownCallback(page, CALLBACK_QUERY), '777');
      expect(widget).toEqual({
        id: '777',
        first_name: 'Mia',
        last_name: 'Moon',
        username: 'mia',
        photo_url: 'p.jpg',
        auth_date: '1',
        hash: 'abc',
      });
    },
  },
  fails("Missing id: go to /auth with error 'Invalid authentication data'.", 'hash=abc', 'Invalid authentication data'),
  fails("Login failure: go to /auth with 'Authentication failed'.", CALLBACK_QUERY, 'Authentication failed'),
  {
    says: "Shows an 'authorizing' text in Russian meanwhile.",
    see: async ({ page }) => {
      await holdAnswers(page, SIGN_IN);
      await page.goto(await ownCallback(page, CALLBACK_QUERY));
      await expect(page.getByText('Авторизация...', { exact: true })).toBeVisible();
    },
  },
]);

specRows('2 Login, with success', [
  {
    says: 'Success: go to /.',
    alone: true,
    see: async ({ page }) => {
      await switchAccount(page, CALLBACK_QUERY);
      await expect(dashboardOf(page)).toBeVisible();
      await expect(page).toHaveURL('/');
      expect((await storedCredentials(page)).telegram_id).toBe('777');
    },
  },
]);

specRows('3 Session credentials and sign-in', [
  {
    says: 'Session credentials (kept in browser local storage): keys session_token and telegram_id.',
    alone: true,
    see: async ({ page }) => {
      const answered = page.waitForResponse(SIGN_IN);
      await switchAccount(page, CALLBACK_QUERY);
      const session = await (await answered).json();
      await expect(dashboardOf(page)).toBeVisible();
      expect(await storedCredentials(page)).toEqual({
        session_token: session.session_token,
        telegram_id: session.telegram_id,
      });
    },
  },
  {
    says: 'Sign-in payload: telegram_id (string), username, first_name, last_name.',
    alone: true,
    see: async ({ page }) => {
      const sent = page.waitForRequest(SIGN_IN);
      await switchAccount(page, CALLBACK_QUERY);
      const body = (await sent).postDataJSON();
      expect(body).toMatchObject({ telegram_id: '777', username: 'mia', first_name: 'Mia', last_name: 'Moon' });
    },
  },
  {
    says: 'A development mock mode … uses a fake user with id, username, first name and last name.',
    alone: true,
    see: async ({ page }) => {
      await page.addInitScript(() => localStorage.clear());
      expect(await signInSentBy(page, '/')).toEqual({
        telegram_id: expect.stringMatching(/./),
        username: expect.stringMatching(/./),
        first_name: expect.stringMatching(/./),
        last_name: expect.stringMatching(/./),
      });
    },
  },
]);

specRows('4 Authentication', [
  {
    says: 'State: loading (initially true), …',
    see: async ({ page }) => {
      await holdAnswers(page, ME);
      await page.goto('/');
      await expect(page.getByText('Загрузка...', { exact: true })).toBeVisible();
    },
  },
  {
    says: '… authenticated or not, …',
    see: async ({ page }) => {
      await page.goto('/');
      await expect(dashboardOf(page)).toBeVisible();
    },
  },
  {
    says: 'On startup, first try to verify a stored session.',
    see: async ({ page }) => {
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      await page.goto('/');
      await expect(dashboardOf(page)).toBeVisible();
      expect(asked.filter((path) => path.startsWith('/api/'))[0]).toBe('/api/auth/me');
      expect(asked).not.toContain('/api/auth/telegram');
    },
  },
  {
    says: 'If that fails and the app is inside the mini app …, sign in automatically with the mini-app user data.',
    alone: true,
    see: async ({ page }) => {
      await page.addInitScript(() => {
        if (localStorage.getItem('telegram_id') !== '888') localStorage.setItem('session_token', 'long-gone');
      });
      const user = { id: 888, username: 'lia', first_name: 'Lia', last_name: 'Lux' };
      await actAsTelegram(page);
      expect(await signInSentBy(page, miniAppAddress('/', user))).toMatchObject({
        telegram_id: '888',
        username: 'lia',
        first_name: 'Lia',
        last_name: 'Lux',
        init_data: expect.stringContaining('user='),
      });
      await expect(dashboardOf(page)).toBeVisible();
      expect((await storedCredentials(page)).telegram_id).toBe('888');
    },
  },
  {
    says: '… (or in mock mode) …',
    shownBy: { file: 'src/data/session/startSession.test.ts', test: 'signs in as the fake user in mock mode' },
  },
  {
    says: 'Logout clears the user and both stored credentials.',
    alone: true,
    see: async ({ page }) => {
      await page.goto('/');
      await page.route(SIGN_IN, (route) => route.fulfill({ status: 401, json: {} }));
      await page.getByRole('button', { name: 'Logout' }).click();
      await expect(landingOf(page)).toBeVisible();
      expect(await storedCredentials(page)).toEqual(NO_CREDENTIALS);
    },
  },
  {
    says: 'Any 401 from an authenticated call logs the user out.',
    alone: true,
    see: async ({ page }) => {
      await page.goto('/?view=presets');
      await page.route(SIGN_IN, (route) => route.fulfill({ status: 401, json: {} }));
      await page.route('**/api/get_user_pages', (route) => route.fulfill({ status: 401, json: {} }));
      await clickIfStillThere(page.getByRole('tab', { name: 'Pages', exact: true }));
      await expect(landingOf(page)).toBeVisible();
      expect(await storedCredentials(page)).toEqual(NO_CREDENTIALS);
    },
  },
]);

specRows('4 Authentication, not signed in', { visitor: 'nobody' }, [
  {
    says: '… and whether the app runs inside the messaging mini app.',
    see: async ({ page }) => {
      await actAsTelegram(page);
      await page.goto(miniAppAddress('/'));
      await expect(dashboardOf(page)).toBeVisible();
    },
  },
  {
    says: 'Otherwise end up logged out.',
    see: async ({ page }) => {
      await page.goto('/');
      await expect(landingOf(page)).toBeVisible();
      expect(await storedCredentials(page)).toEqual(NO_CREDENTIALS);
    },
  },
]);

specRows('5 Sign-in data', { visitor: 'nobody' }, [
  fails(
    'Sign-in data is rejected (login returns failure) when there is no user id: on the callback page.',
    'id=&first_name=Mia&hash=abc',
    'Invalid authentication data',
  ),
  {
    says: 'Sign-in data is rejected (login returns failure) when there is no user id: in the mini app.',
    shownBy: { file: 'src/data/session/startSession.test.ts', test: 'asks nobody when the mini app names no user' },
  },
  {
    says: 'Missing username: the id is used instead.',
    see: async ({ page }) => {
      await actAsTelegram(page);
      const body = await signInSentBy(page, miniAppAddress('/', { id: 778, first_name: 'Mia', last_name: 'Moon' }));
      expect(body).toMatchObject({ telegram_id: '778', username: '778' });
    },
  },
  {
    says: 'Missing first or last name: empty string.',
    see: async ({ page }) => {
      await actAsTelegram(page);
      const body = await signInSentBy(page, miniAppAddress('/', { id: 779, username: 'mia' }));
      expect(body).toMatchObject({ first_name: '', last_name: '' });
    },
  },
]);

specRows('9 Sign-in', [
  {
    says: 'Storage keys session_token and telegram_id.',
    see: async ({ page, person }) => {
      await page.goto('/');
      await expect(dashboardOf(page)).toBeVisible();
      expect(await storedCredentials(page)).toEqual(person.session);
    },
  },
  {
    says: 'A mock-auth flag comes from the build environment.',
    shownBy: {
      file: 'src/screens/auth/LandingScreen.test.tsx',
      test: "signs in the demo user on 'Continue as demo user'",
    },
  },
  {
    says: 'The messaging bot name is set at build time; its value: not shown.',
    shownBy: {
      file: 'src/screens/auth/LandingScreen.test.tsx',
      test: 'mounts the Telegram widget of the configured bot, and no demo button',
    },
  },
]);
