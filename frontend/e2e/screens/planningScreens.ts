import type { Assistant, Forecast, Page as LinkedPage } from '@flyerdeck/contracts';
import type { Page } from '@playwright/test';
import { buildTaskDetail, buildTaskPosting, uuid } from '../../test/builders.ts';
import { flyerJpeg } from '../flyerImages.ts';
import { answerPlanOf, PLAN_ADDRESS } from '../planOfManyPages.ts';
import { fullUser, openView, type ScreenCase, waitForDialog, waitForText } from './screenCase.ts';

const FIRST_NAMES = ['Luna', 'Mila', 'Vera', 'Jade', 'Anastasia', 'Ruby', 'Nora', 'Ivy', 'Скай'];
const LAST_NAMES = ['Star', 'Rose', 'Moon', 'Lin', 'Konstantinopolskaya', 'Fox', 'Vale'];
const nameOf = (n: number) =>
  `${FIRST_NAMES[n % FIRST_NAMES.length]} ${LAST_NAMES[n % LAST_NAMES.length]}${n < 60 ? '' : ` ${n}`}`;

const LIMITS: LinkedPage['limits'] = {
  max_posts_in_24_hours: 3,
  min_gap_minutes: 90,
  hours: { from: '18:00', until: '02:00', time_zone: 'America/Argentina/Buenos_Aires' },
};

/** Gives every second page limits. */
const limitPages = (page: Page) =>
  page.route('**/api/get_user_pages', async (route) => {
    const response = await route.fetch({ maxRetries: 2 });
    const { pages } = (await response.json()) as { pages: LinkedPage[] };
    const limited = pages.map((one, n) =>
      n % 2 === 0 ? { ...one, limits: LIMITS, limited_until: '2026-03-02T21:00:00.000Z' } : one,
    );
    await route.fulfill({ response, json: { pages: limited } });
  });

async function openPlan(page: Page, parameters: string) {
  await answerPlanOf(page, 640, nameOf);
  await page.goto(`${PLAN_ADDRESS}&${parameters}`);
  await waitForText(page, 'Luna Star');
  await page.locator('[aria-busy="false"]').first().waitFor();
}

const warnInForecast = (page: Page) =>
  page.route('**/api/assistants/*/forecast', async (route) => {
    const response = await route.fetch({ maxRetries: 2 });
    const forecast = (await response.json()) as Forecast;
    await route.fulfill({
      response,
      json: {
        ...forecast,
        limited_pages: 312,
        posting_paused: null,
        warnings: [
          { kind: 'repeated_image', flyer: 1, pages: 1_204, word: null },
          { kind: 'long_text', flyer: 2, pages: 0, word: null },
          { kind: 'listed_word', flyer: 2, pages: 0, word: 'completely free of any charge for everybody' },
          ...Array.from({ length: 11 }, (_, n) => ({
            kind: 'listed_word' as const,
            flyer: n + 3,
            pages: 0,
            word: 'free',
          })),
        ],
      } satisfies Forecast,
    });
  });

/** A flyer that was posted on 240 pages, with a screenshot of each post. */
async function openScreenshots(page: Page) {
  const picture = await flyerJpeg(40);
  const postings = Array.from({ length: 240 }, (_, n) =>
    buildTaskPosting({
      id: uuid(7_000 + n),
      name: nameOf(n),
      status: 'completed',
      errorMessage: null,
      picture_file_id: uuid(8_000 + n),
    }),
  );
  await page.route('**/api/get_image/*', (route) => route.fulfill({ body: picture, contentType: 'image/jpeg' }));
  await page.route(/\/api\/tasks\/[0-9a-f-]{36}$/, (route) =>
    route.fulfill({
      json: buildTaskDetail({
        status: 'completed',
        page_counts: { posted: 240, pending: 0, failed: 0, total: 240 },
        page_postings: postings,
      }),
    }),
  );
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
