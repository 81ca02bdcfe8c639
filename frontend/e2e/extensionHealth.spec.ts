import { EXTENSION_VERSION } from '@flyerdeck/contracts/limits';
import { DEVICE_TROUBLE_SENTENCES } from '@flyerdeck/contracts/statuses';
import { ExtensionStory, expect, test } from './extensionStory.ts';

test('an outdated extension says so in its popup and on the page, and where the new one is', async ({ product }) => {
  const story = await ExtensionStory.begin(product, { version: '0.9.0' });
  try {
    await story.linkPage();
    const popup = await story.browser.openPopup();
    await expect(popup.getByText('Version 0.9.0')).toBeVisible();
    await expect(popup.getByText('This version, 0.9.0, is outdated.')).toBeVisible();
    await expect(popup.getByRole('link', { name: `Get ${EXTENSION_VERSION}` })).toHaveAttribute(
      'href',
      `${story.proxy.url}/extension.zip`,
    );
    const page = await story.openProduct();
    const card = page.getByRole('article', { name: 'Luna Star' });
    await expect(card).toContainText('The extension, 0.9.0, is outdated.');
    await expect(card.getByRole('link', { name: `Get extension ${EXTENSION_VERSION}` })).toHaveAttribute(
      'href',
      '/extension.zip',
    );
  } finally {
    await story.end();
  }
});

test('a browser without a window says that it has no tab', async ({ story }) => {
  await story.linkPage();
  await story.queue(['A flyer']);
  await story.person.call('POST', '/queue/start');
  for (const page of story.browser.context.pages()) await page.close();
  await story.untilPosting({ status: 'pending', wait_reason: 'no_tab' }, 90_000);
  const { health } = await story.page();
  expect(DEVICE_TROUBLE_SENTENCES).toHaveProperty(health);
});
