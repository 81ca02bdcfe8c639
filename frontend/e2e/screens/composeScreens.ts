import type { Page } from '@playwright/test';
import { flyerJpeg } from '../flyerImages.ts';
import { fullUser, newUser, openView, type ScreenCase, waitForText } from './screenCase.ts';

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

/** Refused in every way that differs in length. */
const SHEET = `text,image,targets,start
"Tonight at nine, {name}",0.jpg,#promo,
No image,gone.jpg,#promo,
A wrong name,0.jpg,Nobody with this rather long name of a page,
Too late,0.jpg,#promo,2020-01-01T18:00
`;

export const COMPOSE_SCREENS: readonly ScreenCase[] = [
  fullUser('flyers by sheet', async (page) => {
    await openView(page, 'assistants');
    await page.getByRole('button', { name: 'Flyers by sheet' }).click();
    const files = page.getByRole('dialog').locator('input[type=file]');
    await files.setInputFiles([
      { name: 'november.csv', mimeType: 'text/csv', buffer: Buffer.from(SHEET) },
      { name: '0.jpg', mimeType: 'image/jpeg', buffer: await flyerJpeg(40) },
    ]);
    await waitForText(page, 'There is no image named');
  }),
  fullUser('new post', async (page) => {
    await compose(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Queue', exact: true }).isEnabled();
  }),
  newUser('first steps', async (page) => {
    await openView(page, 'pages');
    await waitForText(page, 'Up to 5 pages: the extension');
  }),
];
