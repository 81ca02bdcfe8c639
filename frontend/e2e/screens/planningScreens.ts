import type { Forecast } from '@flyerdeck/contracts';
import type { Page } from '@playwright/test';
import { buildTaskDetail, buildTaskPosting, uuid } from '../../test/builders.ts';
import { flyerJpeg } from '../flyerImages.ts';
import { answerPages, manyPages } from '../manyPages.ts';
import { changeAnswer } from '../spec/changedAnswer.ts';
import { fullUser, openView, type ScreenCase } from './screenCase.ts';

const FIRST_NAMES = ['Luna', 'Mila', 'Vera', 'Jade', 'Anastasia', 'Ruby', 'Nora', 'Ivy', 'Скай'];
const LAST_NAMES = ['Star', 'Rose', 'Moon', 'Lin', 'Konstantinopolskaya', 'Fox', 'Vale'];
const nameOf = (n: number) =>
  `${FIRST_NAMES[n % FIRST_NAMES.length]} ${LAST_NAMES[n % LAST_NAMES.length]}${n < 60 ? '' : ` ${n}`}`;

const warnInForecast = (page: Page) =>
  changeAnswer<Forecast>(page, '**/api/assistants/*/forecast', (forecast) => {
    const listed = (flyer: number, word: string) => ({ kind: 'listed_word' as const, flyer, pages: 0, word });
    return {
      ...forecast,
      limited_pages: 312,
      posting_paused: null,
      warnings: [
        { kind: 'repeated_image', flyer: 1, pages: 1_204, word: null },
        { kind: 'long_text', flyer: 2, pages: 0, word: null },
        listed(2, 'completely free of any charge for everybody'),
        ...Array.from({ length: 11 }, (_, n) => listed(n + 3, 'free')),
      ],
    } satisfies Forecast;
  });

/** A flyer that was posted on 240 pages, with a screenshot of each post. */
async function openScreenshots(page: Page) {
  const picture = await flyerJpeg(40);
  const status = 'completed';
  const page_postings = Array.from({ length: 240 }, (_, n) => {
    const names = { id: uuid(7_000 + n), name: nameOf(n), picture_file_id: uuid(8_000 + n) };
    return buildTaskPosting({ ...names, status, errorMessage: null });
  });
  const page_counts = { posted: 240, pending: 0, failed: 0, total: 240 };
  await page.route('**/api/get_image/*', (route) => route.fulfill({ body: picture, contentType: 'image/jpeg' }));
  const json = buildTaskDetail({ status, page_counts, page_postings });
  await page.route(/\/api\/tasks\/[0-9a-f-]{36}$/, (route) => route.fulfill({ json }));
  await page.goto(`/tasks/${uuid(20)}`);
  await page.getByRole('button', { name: 'Screenshot of the post on Luna Star' }).first().waitFor();
}

/** The screens of planning for many pages, and of screenshots. */
export const PLANNING: readonly ScreenCase[] = [
  fullUser('forecast with warnings', async (page) => {
    await warnInForecast(page);
    await openView(page, 'assistants');
    await page.getByRole('list', { name: 'Warnings' }).waitFor();
    await page.getByText('Words to warn of').first().click();
    const words = page.getByRole('form', { name: 'Words to warn of' });
    await words.getByRole('textbox').fill('free\nmeet up');
    await words.scrollIntoViewIfNeeded();
  }),
  fullUser('screenshots of a flyer', openScreenshots),
];

/** The tab of a person with hundreds of pages. */
export const MANY_PAGES: readonly ScreenCase[] = [
  fullUser('hundreds of pages, filters open', async (page) => {
    await answerPages(page, manyPages(300));
    await page.goto('/?view=pages&layout=table&tag=promo&active=problem');
    await page.getByRole('button', { name: /^Filter/ }).click();
  }),
];
