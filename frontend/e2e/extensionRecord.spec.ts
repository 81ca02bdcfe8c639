import { writeFile } from 'node:fs/promises';
import { checkSitePack } from '@flyerdeck/contracts';
import { expect, LUNA, test } from './extensionStory.ts';
import { flyerJpeg } from './flyerImages.ts';
import { publishPack } from './publishedPacks.ts';
import { Recorder } from './Recorder.ts';

// A product of its own: it has no site pack at first.
test.use({ settings: { LEASE_SECONDS: '118' }, pack: null });

test('with the extension installed an editor that keeps its text by an observer takes what a person writes; a pack comes from one post made by hand: it is recorded, proven by two test flyers, published, and posts', async ({
  story,
  product,
}, info) => {
  const { browser, site } = story;
  const page = await story.logIn(LUNA);
  await page.evaluate(() => {
    const editor = Object.assign(document.createElement('div'), { id: 'kept', contentEditable: 'true' });
    let text = '';
    document.addEventListener('input', () => (text = editor.innerText), true);
    const observer = new MutationObserver(() => {
      if (editor.innerText !== text) editor.innerText = text;
    });
    observer.observe(editor, { childList: true, characterData: true, subtree: true });
    document.body.prepend(editor);
  });
  await page.locator('#kept').focus();
  await page.keyboard.insertText('Hello');
  await expect(page.locator('#kept')).toHaveText('Hello');

  const recorder = await Recorder.open(browser);
  const image = info.outputPath('flyer.jpg');
  await writeFile(image, await flyerJpeg(30));
  await recorder.record(
    async () => {
      await page.getByRole('link', { name: 'New post' }).click();
      await recorder.has('Press "New post"');
      await page.getByLabel('Compose new post').click();
      await page.keyboard.type('My post of today');
      await page.getByLabel('Add photo').setInputFiles(image);
      await expect(page.locator('.b-dropzone__preview.m-ready')).toBeVisible();
      await recorder.has(/^\d\. Add the image$/);
      await page.getByRole('button', { name: 'Post', exact: true }).click();
      await expect(page.getByText('Your post is live')).toBeVisible();
    },
    () => page.locator('.g-user-name').click(),
    async () => {
      await page.goto(`${site.origin}/${LUNA.username}`);
      await page.getByText('My post of today').click();
    },
  );
  expect(await recorder.test()).toEqual(Array(2).fill('Posted, and found in your posts.'));
  const pack = await recorder.download();
  expect(checkSitePack(pack)).toEqual([]);
  expect(recorder.clicks).toBeLessThanOrEqual(10);
  // By hand, and the two test flyers. The editor of the site ends what is typed with a line break.
  expect(site.accepted.map(({ text }) => text.trimEnd())).toEqual([
    'My post of today',
    expect.stringMatching(/^Flyerdeck test 1.*\n<b>bold<\/b> & #tag @name Привет 🌙$/),
    expect.stringMatching(/^Flyerdeck test 2/),
  ]);
  expect(site.otherActions).toEqual([]);

  await publishPack(product.baseUrl, pack);
  await story.linkPage();
  await story.post('A flyer <new> & ☀️');
  await story.waitForPosting({ status: 'completed' });
  expect(site.accepted.filter(({ text }) => text === 'A flyer <new> & ☀️')).toHaveLength(1);
});
