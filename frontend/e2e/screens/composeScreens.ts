import type { Page } from '@playwright/test';
import { flyerJpeg } from '../flyerImages.ts';
import { signedInitData } from '../initData.ts';
import { fullUser, newUser, openView, type ScreenCase, signedOut, waitForText } from './screenCase.ts';

const TEXTS = ['Tonight at nine: the new set ☀️', 'Weekend with Ivy and Tess: both pages, one price'];

async function compose(page: Page): Promise<void> {
  // With a fixed address: the shots of a user would otherwise add assistants to each other.
  await page.goto('/?dialog=new-post');
  const dialog = page.getByRole('dialog', { name: 'New post' });
  await dialog.getByLabel('Add flyers').setInputFiles(
    await Promise.all(
      TEXTS.map(async (_, index) => ({
        name: `${index}.jpg`,
        mimeType: 'image/jpeg',
        buffer: await flyerJpeg(40 + index * 90),
      })),
    ),
  );
  for (const [index, text] of TEXTS.entries()) await dialog.getByLabel(`Text of flyer ${index + 1}`).fill(text);
  await dialog.getByRole('checkbox', { name: '#promo' }).check();
  await dialog.getByText('Credits needed').waitFor();
}

/** Shows the app as on a phone, whose pointer is a finger. */
const onPhone = (page: Page) =>
  page.addInitScript(() => {
    const real = window.matchMedia.bind(window);
    window.matchMedia = (query) => real(query.includes('hover: none') ? 'all' : query);
  });

export const COMPOSE_SCREENS: readonly ScreenCase[] = [
  fullUser('new post, empty', async (page) => {
    await page.goto('/?dialog=new-post');
    await page.getByRole('checkbox', { name: '#promo' }).waitFor();
  }),
  fullUser('new post', async (page) => {
    await compose(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Queue', exact: true }).isEnabled();
  }),
  fullUser('new post, refused', async (page) => {
    await page.route('**/add-to-queue', (route) =>
      route.fulfill({
        status: 422,
        json: { error: 'Too many postings wait already.', code: 'posting.too_many_pending' },
      }),
    );
    await compose(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Queue', exact: true }).click();
    await waitForText(page, 'Too many postings wait already.');
  }),
  newUser('first steps', async (page) => {
    await openView(page, 'pages');
    await waitForText(page, 'Up to 5 pages: the extension');
  }),
  newUser('first steps on a phone', async (page) => {
    await onPhone(page);
    await openView(page, 'pages');
    await page.getByRole('button', { name: 'QR code' }).click();
    await page.locator('figure svg').waitFor();
  }),
  signedOut('sign-in link in a browser', async (page) => {
    const hash = new URLSearchParams({
      tgWebAppData: signedInitData('1:none', { id: 42, first_name: 'Eva', username: 'eva' }),
      tgWebAppPlatform: 'web',
    });
    await page.goto(`/#${hash}`);
    await page.getByRole('button', { name: 'Sign in another way' }).waitFor();
  }),
];
