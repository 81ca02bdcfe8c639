import type { Assistant, TaskDetail } from '@flyerdeck/contracts';
import type { Locator, Page } from '@playwright/test';
import { flyerJpeg } from './flyerImages.ts';
import { linkPage } from './sampleAccount.ts';
import { expect, test } from './spec/personTest.ts';

/** Counts what a person clicks, also over page loads. The keyboard does not count. */
async function countClicks(page: Page): Promise<() => number> {
  let clicks = 0;
  await page.exposeFunction('countClick', () => {
    clicks += 1;
  });
  await page.addInitScript(() => {
    const { countClick } = window as unknown as { countClick(): void };
    window.addEventListener('pointerdown', () => countClick(), { capture: true });
  });
  return () => clicks;
}

/** Opens the file chooser as a person does. Choosing the files in it is the system's part. */
async function chooseImages(page: Page, dialog: Locator, count: number): Promise<void> {
  const opened = page.waitForEvent('filechooser');
  await dialog.getByText('Add flyers', { exact: true }).click();
  const images = await Promise.all(Array.from({ length: count }, (_, index) => flyerJpeg(30 + index * 50)));
  await (await opened).setFiles(
    images.map((buffer, index) => ({ name: `flyer-${index}.jpg`, mimeType: 'image/jpeg', buffer })),
  );
  await expect(dialog.getByRole('listitem')).toHaveCount(count);
}

/** From the dashboard until the post is queued for the pages with the tag. */
async function queueNewPost(page: Page, tag: string): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'New post' }).click();
  const dialog = page.getByRole('dialog', { name: 'New post' });
  await chooseImages(page, dialog, 1);
  const heightOfFlyer = async () => (await dialog.getByRole('listitem').boundingBox())?.height;
  await expect(dialog.getByRole('progressbar')).toHaveCount(0);
  const height = await heightOfFlyer();
  await dialog.getByLabel('Text of flyer 1').click();
  await page.keyboard.type('Tonight at nine');
  await expect(dialog.getByText('Saved', { exact: true })).toBeVisible();
  // The pages below are not moved away from the pointer.
  expect(await heightOfFlyer()).toBe(height);
  await dialog.getByRole('checkbox', { name: `#${tag}` }).click();
  await dialog.getByRole('button', { name: 'Queue', exact: true }).click();
  await expect(dialog.getByText('2 postings added to the queue.')).toBeVisible();
}

test('from the dashboard to a queued post takes at most 5 clicks, and it is an assistant like any other', async ({
  page,
  person,
  product: { baseUrl },
}) => {
  const luna = await linkPage(person, baseUrl, 'Luna Star', null, ['promo']);
  await linkPage(person, baseUrl, 'Mila Rose', null, ['promo']);
  await linkPage(person, baseUrl, 'Vera Moon', null, []);
  const clicks = await countClicks(page);
  await page.goto('/');
  await queueNewPost(page, 'promo');
  expect(clicks()).toBeLessThanOrEqual(5);

  const [assistant, ...others] = await person.call<Assistant[]>('GET', '/assistants');
  expect(others).toEqual([]);
  expect(assistant).toMatchObject({ status: 'in_queue', posting_rules: { target_tags: ['promo'] } });
  await page.getByRole('dialog').getByRole('button', { name: 'Start Posting' }).click();
  const { text } = await luna.device.post();
  expect(text).toBe('Tonight at nine');
  const [task] = await person.call<TaskDetail[]>('GET', `/assistants/${assistant?._id}/tasks`);
  expect(task?.page_counts).toMatchObject({ total: 2 });
});

test('at 390 and 1280 px the button Queue stays in sight, and an image can be pasted as soon as the dialog is open', async ({
  page,
  person,
  product: { baseUrl },
}) => {
  for (const name of ['Luna Star', 'Mila Rose']) await linkPage(person, baseUrl, name, null, ['promo']);
  await page.goto('/?dialog=new-post');
  const dialog = page.getByRole('dialog', { name: 'New post' });
  await expect(dialog.getByLabel('Add flyers')).toBeFocused();
  const bytes = [...(await flyerJpeg())];
  await dialog.getByLabel('Add flyers').evaluate((chooser, content) => {
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([new Uint8Array(content)], 'pasted.jpg', { type: 'image/jpeg' }));
    chooser.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, bytes);
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const label of ['Text of flyer 1', 'When']) {
      await dialog.getByLabel(label).scrollIntoViewIfNeeded();
      await expect(dialog.getByRole('button', { name: 'Queue', exact: true })).toBeInViewport({ ratio: 1 });
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  }
});
