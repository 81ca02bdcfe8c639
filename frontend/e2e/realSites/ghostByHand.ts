import type { ByHand } from './RealSite.ts';

/** A person at Ghost. The name is in a menu, which a button without a name opens. */
export const ghostByHand = (origin: string): ByHand => ({
  async write(page, { title, text, image, imageSeen }) {
    await page.goto(`${origin}/ghost/#/editor/post`);
    await page.getByPlaceholder('Post title').fill(title);
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Add feature image' }).click(),
    ]);
    await chooser.setFiles(image);
    await imageSeen();
    // The caption of the image is a field of the same kind, and comes first.
    await page.locator('[data-secondary-instance="false"] [contenteditable="true"]').click();
    await page.keyboard.type(text);
    await page.getByRole('button', { name: 'Publish', exact: true }).first().click();
    await page.getByRole('button', { name: 'Continue, final review' }).click();
    await page.getByRole('button', { name: 'Publish post, right now' }).click();
    await page.getByText("It's out there").waitFor();
  },
  async clickName(page) {
    await page.goto(`${origin}/ghost/`);
    await page.locator('.gh-user-avatar').first().click();
    await page.getByText('Your profile').click();
  },
  async clickPost(page, { text }) {
    await page.goto(`${origin}/author/nova/`);
    await page.getByText(text).first().click();
  },
});
