import { flyerJpeg } from './flyerImages.ts';
import { linkPage } from './sampleAccount.ts';
import { expect, test } from './spec/personTest.ts';

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
