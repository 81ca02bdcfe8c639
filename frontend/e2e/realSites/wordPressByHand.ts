import type { Page } from '@playwright/test';
import type { ByHand } from './RealSite.ts';

/** A person at WordPress. A guide that the editor shows once is closed first. */
export function wordPressByHand(editor: 'block' | 'classic', origin: string): ByHand {
  return {
    write: (page, post) => (editor === 'block' ? writeBlocks(page, origin, post) : writeClassic(page, origin, post)),
    async clickName(page) {
      await page.goto(`${origin}/wp-admin/`);
      await page.locator('#wp-admin-bar-my-account > a .display-name').click();
    },
    async clickPost(page, { text }) {
      await page.goto(`${origin}/author/nova/`);
      await page.getByText(text).first().click();
    },
    takesHtml: editor === 'classic',
  };
}

type Post = Parameters<ByHand['write']>[1];

async function writeBlocks(page: Page, origin: string, { title, text, image, imageSeen }: Post): Promise<void> {
  await page.goto(`${origin}/wp-admin/post-new.php`);
  await page.getByRole('button', { name: 'Close dialog' }).click();
  await page.getByRole('textbox', { name: 'Add title' }).fill(title);
  await page.getByRole('button', { name: 'Add default block' }).click();
  await page.keyboard.type(text);
  await page.getByRole('button', { name: 'Toggle block inserter' }).click();
  await page.getByRole('option', { name: 'Image', exact: true }).click();
  await choose(page, image, () => page.getByRole('button', { name: 'Upload', exact: true }).click());
  await imageSeen();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByLabel('Editor publish').getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByText('is now live').waitFor();
}

async function writeClassic(page: Page, origin: string, { title, text, image, imageSeen }: Post): Promise<void> {
  await page.goto(`${origin}/wp-admin/post-new.php`);
  await page.getByRole('textbox', { name: 'Add title' }).fill(title);
  await page.getByRole('button', { name: 'Text', exact: true }).click();
  await page.locator('#content').fill(text);
  await page.getByRole('button', { name: 'Add Media' }).click();
  await page.getByRole('tab', { name: 'Featured image' }).click();
  await choose(page, image, () => page.getByRole('button', { name: 'Select Files' }).click());
  await imageSeen();
  await page.getByRole('button', { name: 'Set featured image' }).click();
  await page.locator('#set-post-thumbnail img').waitFor();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByText('Post published.').waitFor();
}

async function choose(page: Page, image: string, press: () => Promise<void>): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press()]);
  await chooser.setFiles(image);
}
