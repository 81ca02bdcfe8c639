import type { Page } from '@playwright/test';
import { answerAccount, manyAssistants, manyPages, openAssistant } from '../manyPages.ts';
import { fullUser, type ScreenCase, waitForDialog } from './screenCase.ts';

async function openPages(page: Page, count = 300, parameters = '&layout=table') {
  await answerAccount(page, manyPages(count), []);
  await page.goto(`/?view=pages${parameters}`);
  await page
    .getByRole('checkbox', { name: /^Select (?!all)/ })
    .first()
    .waitFor();
}

const [ASSISTANT] = manyAssistants(1);

/** The tabs of a person with hundreds or thousands of pages. */
export const MANY_PAGES: readonly ScreenCase[] = [
  fullUser('hundreds of pages', (page) => openPages(page)),
  fullUser('hundreds of pages, cards', (page) => openPages(page, 300, '')),
  fullUser('hundreds of pages, filters and tags open', async (page) => {
    await openPages(page, 300, '&layout=table&tag=promo&active=problem');
    // Hidden on a wide screen.
    await page.getByRole('button', { name: /^Filter/ }).evaluate((button) => (button as HTMLElement).click());
    await page.getByRole('button', { name: /\d+ tags/ }).click();
  }),
  fullUser('hundreds of pages, details of a page', async (page) => {
    await openPages(page);
    await page.getByRole('button', { name: 'Luna Star 0', exact: true }).click();
    await waitForDialog(page);
  }),
  fullUser('hundreds of pages, tags of a page', async (page) => {
    await openPages(page);
    await page.getByRole('checkbox', { name: 'Select Luna Star 0', exact: true }).check();
    await page
      .getByRole('button', { name: /^Edit tags of Vera Moon 2:/ })
      .evaluate((button) => (button as HTMLElement).click());
    await page.getByRole('textbox', { name: 'Tags of Vera Moon 2' }).waitFor();
  }),
  fullUser('running assistant', async (page) => {
    if (!ASSISTANT) return;
    const progress = { posted: 212, to_go: 64, failed: 9, in_doubt: 3 };
    await answerAccount(page, manyPages(300), [{ ...ASSISTANT, status: 'posting', progress }]);
    await page.goto(`/?view=assistants&expandAssistant=${ASSISTANT._id}`);
    await page.getByRole('region', { name: 'Progress' }).getByText(/next/i).waitFor();
  }),
  fullUser('thousands of pages', (page) => openPages(page, 5_000)),
  ...(
    [
      [300, 'hundreds'],
      [5_000, 'thousands'],
    ] as const
  ).map(([count, word]) =>
    fullUser(`assistant of ${word} of pages`, async (page) => {
      if (!ASSISTANT) return;
      await answerAccount(page, manyPages(count), manyAssistants(3));
      await openAssistant(page, ASSISTANT);
    }),
  ),
];
