import { answerPages, manyPages } from '../manyPages.ts';
import { fullUser, type ScreenCase } from './screenCase.ts';

/** The tab of a person with hundreds of pages. */
export const MANY_PAGES: readonly ScreenCase[] = [
  fullUser('hundreds of pages, filters open', async (page) => {
    await answerPages(page, manyPages(300));
    await page.goto('/?view=pages&layout=table&tag=promo&active=problem');
    await page.getByRole('button', { name: /^Filter/ }).click();
  }),
];
