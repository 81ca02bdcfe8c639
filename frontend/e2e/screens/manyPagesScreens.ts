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
  fullUser('hundreds of pages, filters and tags open', async (page) => {
    await openPages(page, 300, '&layout=table&tag=promo&active=problem');
    // Hidden on a wide screen.
    await page.getByRole('button', { name: /^Filter/ }).evaluate((button) => (button as HTMLElement).click());
    await page.getByRole('button', { name: /\d+ tags/ }).click();
  }),
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
