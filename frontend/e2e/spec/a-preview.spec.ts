import type { TaskDetail } from '@flyerdeck/contracts';
import type { Product } from '../product.ts';
import { linkPage, queueAssistant } from '../sampleAccount.ts';
import { holdAnswers } from './heldAnswer.ts';
import type { Person } from './Person.ts';
import { expect, test } from './personTest.ts';

/** Queues a flyer for one page. Returns the id of its posting. */
async function queueFlyer(person: Person, { baseUrl }: Product): Promise<string> {
  const page = await linkPage(person, baseUrl, 'Luna Star', `${baseUrl}/favicon.svg`, []);
  const rules = { target_pages: [page.guid], start_delay_hours: 0 };
  const [task] = await queueAssistant(person, { name: 'Drop', texts: ['Three free days'], rules, hue: 40 });
  const { page_postings: postings } = await person.call<TaskDetail>('GET', `/tasks/${task?._id}`);
  return postings[0]?.id ?? '';
}

test.use({ visitor: 'signedOut' });

test('the preview of a queued posting looks like a new-post screen, and is marked ready after its image has loaded [2.11-04, 2.11-19, 2.11-21, 9-27]', async ({
  page,
  person,
  product,
}) => {
  const given = await queueFlyer(person, product);
  const { release } = await holdAnswers(page, '**/api/get_image/*');
  await page.goto(`/screenshot-view/${given}`);
  await expect(page.getByRole('heading', { name: 'NEW POST' })).toBeVisible();
  await expect(page.getByText('Three free days', { exact: true })).toBeVisible();

  const nav = await page.getByRole('navigation').boundingBox();
  const main = await page.getByRole('main').boundingBox();
  expect(nav?.width).toBe(64);
  expect(main?.x).toBeGreaterThanOrEqual((nav?.x ?? 0) + 64);
  const icons = page.getByRole('list', { name: 'Post tools' }).locator('svg');
  const tops = await icons.evaluateAll((all) => all.map((icon) => Math.round(icon.getBoundingClientRect().top)));
  expect(tops.length).toBeGreaterThan(1);
  expect(new Set(tops).size).toBe(1);

  const readyMarker = page.locator('body[data-page-ready="true"]');
  await expect(readyMarker).toHaveCount(0);
  release();
  await expect(readyMarker).toHaveCount(1);
  const flyer = page.getByRole('img', { name: 'Flyer' });
  await expect(flyer).toHaveAttribute('src', /\/api\/get_image\//);
  expect(await flyer.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
});
