import type { Task, TaskDetail } from '@flyerdeck/contracts';
import { expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { Device } from '../device.ts';
import { flyerJpeg } from '../flyerImages.ts';
import { linkDescribed } from '../linkForm.ts';
import type { Product } from '../product.ts';

async function linkPage(page: Page, device: Device): Promise<void> {
  await page.getByRole('button', { name: 'Link OnlyFans Page' }).click();
  const dialog = page.getByRole('dialog', { name: 'Link OnlyFans Page' });
  await dialog.getByPlaceholder('Paste your linking token here').fill(device.linkingToken);
  const reloaded = page.waitForEvent('load');
  await linkDescribed(dialog);
  await reloaded;
  await expect(page).toHaveURL(/\?view=pages$/);
  await expect(page.getByText(device.pageName, { exact: true })).toBeVisible();
}

/** Calls the API with the session in this browser. */
const browserApi = <T>(page: Page, path: string): Promise<T> =>
  page.evaluate(async (address) => {
    const response = await fetch(`/api${address}`, {
      headers: {
        'X-Session-Token': localStorage.getItem('session_token') ?? '',
        'X-Telegram-ID': localStorage.getItem('telegram_id') ?? '',
      },
    });
    return response.json();
  }, path) as Promise<T>;

const openTab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click();

/** From sign-in to the screenshots of all posts, in one browser. */
export async function doMainJob(
  page: Page,
  product: Product,
  /** Is called at screens that the replay compares. */
  onScreen: (name: string) => Promise<void> = async () => {},
): Promise<Device[]> {
  const failures: string[] = [];
  page.on('pageerror', (error) => failures.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') failures.push(message.text());
  });

  await test.step('sign in', async () => {
    await page.goto('/');
    await expect(page.getByRole('button', { name: /150 credits/ })).toBeVisible();
  });

  const luna = await Device.requestLink(product.baseUrl, 'Luna Star');
  const mila = await Device.requestLink(product.baseUrl, 'Mila Rose');
  const vera = await Device.requestLink(product.baseUrl, 'Vera Moon');

  await test.step('link three pages by their tokens, and tag two of them', async () => {
    for (const device of [luna, mila, vera]) await linkPage(page, device);
    for (const device of [mila, vera]) {
      const tags = page.getByRole('textbox', { name: new RegExp(`${device.pageName}`) });
      await tags.fill('promo');
      await tags.press('Enter');
      await expect(page.getByRole('button', { name: 'Remove tag promo' })).toHaveCount(device === mila ? 1 : 2);
    }
    for (const device of [luna, mila, vera]) await device.poll();
    await onScreen('pages');
  });

  const flyers = page.getByRole('list', { name: 'Flyers to post' });
  await test.step('create an assistant and upload a flyer by the file input', async () => {
    await openTab(page, 'Assistants');
    await page.getByLabel('Name of the new assistant').fill('Summer promo');
    await page.getByRole('button', { name: 'New assistant' }).click();
    await page
      .getByLabel('Add flyers')
      .setInputFiles({ name: 'summer.jpg', mimeType: 'image/jpeg', buffer: await flyerJpeg() });
    await expect(flyers.getByRole('listitem')).toHaveCount(1);
    await page.getByLabel('Text of flyer 1').fill('Three free days with Luna ☀️');
    await page.getByLabel('Text of flyer 1').blur();
  });

  await test.step('choose one page and one tag, and read the forecast', async () => {
    await page.getByRole('checkbox', { name: 'Luna Star' }).check();
    await page.getByRole('checkbox', { name: '#promo' }).check();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    const forecast = page.getByRole('figure', { name: 'Forecast' });
    const valueCell = (label: string) =>
      forecast.locator('div', { has: page.getByText(label, { exact: true }) }).locator('dd');
    await expect(valueCell('Pages').last()).toHaveText('3');
    await expect(valueCell('Postings').last()).toHaveText('3');
    await expect(valueCell('Credits needed').last()).toHaveText('30');
  });

  await test.step('add to the queue and start posting', async () => {
    await page.getByRole('button', { name: 'Add to Queue' }).click();
    await expect(page.getByText('3 postings added to the queue.')).toBeVisible();
    await openTab(page, 'Queue');
    await expect(page.getByRole('tab', { name: 'Queue (1)' })).toBeVisible();
    await expect(page.getByText('1. Three free days with Luna ☀️')).toBeVisible();
    await onScreen('queue');
    await page.getByRole('button', { name: 'Start Posting' }).click();
    await expect(page.getByText('Queue processing start requested.')).toBeVisible();
  });

  await test.step('two pages post and the third fails', async () => {
    const claimed = await luna.post();
    expect(claimed.text).toBe('Three free days with Luna ☀️');
    const image = await fetch(claimed.image_url ?? '');
    expect((await sharp(Buffer.from(await image.arrayBuffer())).metadata()).format).toBe('jpeg');
    await mila.post();
    await vera.fail('The site asked for a captcha.');
  });

  const queueTab = (name: RegExp) => page.getByRole('tab', { name });
  await test.step('read the failure and retry it', async () => {
    await expect(queueTab(/^Failed \(1\)$/)).toBeVisible();
    await queueTab(/^Failed/).click();
    await expect(page.getByText('Partially Completed')).toBeVisible();
    await expect(page.getByRole('list', { name: 'Failed pages' })).toContainText('Vera Moon');
    await expect(page.getByRole('list', { name: 'Failed pages' })).toContainText('The site asked for a captcha.');
    await page.getByRole('button', { name: 'Retry', exact: true }).click();
    await expect(queueTab(/^Failed \(0\)$/)).toBeVisible();
    await vera.post();
  });

  await test.step('the flyer is completed and charged once per page', async () => {
    await expect(queueTab(/^Completed \(1\)$/)).toBeVisible();
    await queueTab(/^Completed/).click();
    await expect(page.getByText('1. Three free days with Luna ☀️')).toBeVisible();
    await expect(page.getByRole('button', { name: /120 credits/ })).toBeVisible();
  });

  await test.step('see the charges', async () => {
    await openTab(page, 'Credits');
    await expect(page.getByText('Posting Fee').first()).toBeVisible();
    await onScreen('credits');
  });

  await test.step('find a screenshot of every post', async () => {
    const [task] = await browserApi<Task[]>(page, '/tasks?status=completed');
    const { page_postings: postings } = await browserApi<TaskDetail>(page, `/tasks/${task?._id}`);
    expect(postings.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed']);
    for (const posting of postings) {
      expect(posting.picture_error).toBeNull();
      const response = await fetch(`${product.baseUrl}/api/get_image/${posting.picture_file_id}`);
      const picture = sharp(Buffer.from(await response.arrayBuffer()));
      const { width, height } = await picture.metadata();
      expect(Math.min(width ?? 0, height ?? 0)).toBeGreaterThan(600);
      // A picture in one colour has no deviation in any channel.
      const { channels, entropy } = await picture.stats();
      expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(20);
      expect(entropy).toBeGreaterThan(1);
    }
  });

  expect(failures).toEqual([]);
  return [luna, mila, vera];
}
