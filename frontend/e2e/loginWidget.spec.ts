import type { Page } from '@playwright/test';
import { signedWidgetQuery } from './initData.ts';
import { expect, test } from './telegramProduct.ts';

const MIA = { id: 800_000_001, first_name: 'Mia', username: 'mia' };
const NONCE = '0123456789abcdef0123456789abcdef';

/** The address of a login callback whose `state` belongs to this tab. */
async function ownTabCallback(page: Page, query: string): Promise<string> {
  await page.addInitScript((nonce) => sessionStorage.setItem('sign_in_nonce', nonce), NONCE);
  return `/auth/callback?${query}&state=${NONCE}`;
}

test('the login callback signs in once and removes its proof from the address and the history at once [2.4-07, 7.1-06]', async ({
  browser,
  page,
  product,
}) => {
  const query = signedWidgetQuery(product.botToken, MIA);
  const addressesAtSignIn: string[] = [];
  const sent: unknown[] = [];
  await page.route('**/api/auth/telegram', async (route) => {
    addressesAtSignIn.push(page.url());
    sent.push(route.request().postDataJSON());
    await route.continue();
  });
  await page.goto(await ownTabCallback(page, query));
  await expect(page.getByRole('button', { name: /150 credits/ })).toBeVisible();
  await expect(page).toHaveURL('/');
  expect(addressesAtSignIn).toEqual([`${product.baseUrl}/auth/callback`]);
  // The widget has the received fields only, without last_name and photo_url.
  const { id, first_name, username } = MIA;
  const widget = Object.fromEntries(new URLSearchParams(query));
  expect(sent).toEqual([{ telegram_id: String(id), username, first_name, last_name: '', widget }]);

  // In a browser without a session. The signed-in page would itself load the landing page when its session is removed.
  const other = await browser.newContext({ baseURL: product.baseUrl });
  const again = await other.newPage();
  await again.goto(await ownTabCallback(again, query));
  await expect(again).toHaveURL('/auth');
  await expect(again.getByRole('alert')).toHaveText('Authentication failed');
  await other.close();
});

test('a callback address with the proof of another account starts or replaces a session only after confirmation', async ({
  page,
  product,
}) => {
  const mallory = signedWidgetQuery(product.botToken, { id: 800_000_666, first_name: 'Mallory', username: 'mallory' });
  const storedId = () => page.evaluate(() => localStorage.getItem('telegram_id'));
  await page.goto(`/auth/callback?${mallory}`);
  await expect(page.getByRole('heading', { name: 'Sign in with this account?' })).toBeVisible();
  await expect(page.getByText('Mallory (@mallory)')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL('/auth');
  expect(await storedId()).toBeNull();

  await page.goto(await ownTabCallback(page, signedWidgetQuery(product.botToken, MIA)));
  await expect(page.getByRole('button', { name: /150 credits/ })).toBeVisible();
  await page.goto(`/auth/callback?${mallory}`);
  await expect(page.getByRole('heading', { name: 'Switch to another account?' })).toBeVisible();
  await page.getByRole('button', { name: 'Keep' }).click();
  await expect(page.getByRole('button', { name: /150 credits/ })).toBeVisible();
  expect(await storedId()).toBe(String(MIA.id));

  await page.goto(`/auth/callback?${mallory}`);
  await page.getByRole('button', { name: 'Switch' }).click();
  await expect(page.getByRole('button', { name: /150 credits/ })).toBeVisible();
  expect(await storedId()).toBe('800000666');
});

const WIDGET_ROUTES = ['/auth', '/auth/callback', '/auth/delete-account'];
const OTHER_ROUTES = [
  '/',
  '/?view=queue',
  '/verify-link/abc',
  '/screenshot-view/abc',
  '/admin',
  '/tasks/1',
  '/authors',
  '/api/health',
];

test("the Content-Security-Policy allows Telegram's login widget on its own routes only", async ({
  request,
  product,
}) => {
  for (const path of [...WIDGET_ROUTES, ...OTHER_ROUTES]) {
    const isWidgets = WIDGET_ROUTES.includes(path);
    const headers = (await request.get(`${product.baseUrl}${path}`)).headers();
    const sources = new Map(
      (headers['content-security-policy'] ?? '').split(';').map((part) => {
        const [directive = '', ...values] = part.trim().split(/\s+/);
        return [directive, values];
      }),
    );
    const pageScript = expect.stringMatching(/^'sha256-[\w+/]{43}='$/);
    expect
      .soft([path, sources.get('script-src'), sources.get('frame-src'), sources.get('frame-ancestors')])
      .toEqual([
        path,
        ["'self'", pageScript, ...(isWidgets ? ['https://telegram.org'] : [])],
        isWidgets ? ['https://oauth.telegram.org'] : ["'none'"],
        ["'self'", 'https://web.telegram.org', 'https://*.telegram.org'],
      ]);
    expect.soft(headers).not.toHaveProperty('x-frame-options');
  }
});
