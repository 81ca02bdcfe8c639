import { writeFile } from 'node:fs/promises';
import { checkSitePack, type SitePack } from '@flyerdeck/contracts';
import { HostileSite } from './creatorSite/hostile/HostileSite.ts';
import { HostileVisitor } from './creatorSite/hostile/HostileVisitor.ts';
import { USUAL_SETTINGS } from './creatorSite/hostile/settings.ts';
import type { SwitchName } from './creatorSite/hostile/switches.ts';
import { velvetPack } from './creatorSite/hostile/velvetPack.ts';
import { accountsOf } from './creatorSite/SiteRecords.ts';
import { ExtensionBrowser } from './ExtensionBrowser.ts';
import { flyerJpeg } from './flyerImages.ts';
import { expect, type Product, test } from './product.ts';
import { Recorder } from './Recorder.ts';

/** Ten redesigns of the hostile site. The class names change with each of them too. */
const REDESIGNS: Readonly<Record<string, readonly SwitchName[]>> = {
  'other test ids': ['renamed-testids'],
  'another layout and another label': ['cohort-30-70'],
  'a new post without an address': ['renamed-testids', 'composer-no-address'],
  'a new post in a dialog': ['renamed-testids', 'composer-modal', 'label-send-post'],
  'profiles at /@name': ['renamed-testids', 'profile-at'],
  'profiles behind a hash, and icons': ['renamed-testids', 'profile-hash', 'icon-buttons', 'label-send-post'],
  'a field for the time': ['renamed-testids', 'schedule-datetime-local'],
  'an editor, and another account id': ['renamed-testids', 'contenteditable', 'id-meta'],
  'no expiry, and a text field for the time': ['renamed-testids', 'no-expiry', 'schedule-text'],
  'other ids and times of posts': ['renamed-testids', 'uuid-post-ids', 'time-in-title', 'profile-query'],
};
const TEXT = 'My post of today';
/** Open the popup, Show a post, Start, Done, the name, the post, Post a test flyer, Download. */
const MOST_CLICKS = 8;
const SECONDS_A_CLICK = 6;

for (const [title, switches] of Object.entries(REDESIGNS)) {
  test(`one recorded post repairs a pack after a redesign: ${title}`, async ({ product }, info) => {
    test.setTimeout(300_000);
    const { pack, seconds, clicks } = await recordAfter(product, switches, info.outputPath('flyer.jpg'));
    info.annotations.push({ type: 'recording', description: `${clicks} clicks, ${Math.round(seconds)} s` });
    expect(checkSitePack(pack)).toEqual([]);
    expect(clicks).toBeLessThanOrEqual(MOST_CLICKS);
    expect(seconds + clicks * SECONDS_A_CLICK).toBeLessThan(180);
    const hasField = switches.some((name) => name === 'schedule-datetime-local' || name === 'schedule-text');
    const form = switches.includes('schedule-text') ? { form: '{year}-{month}-{day} {hour}:{minute}' } : {};
    expect(pack.steps.filter((step) => step.do === 'time')).toEqual(
      hasField ? [{ do: 'time', fields: [{ field: expect.anything(), ...form }] }] : [],
    );
  });
}

/** The pack from before the redesign: it finds nothing by the new test ids. */
const formerPack = (): SitePack =>
  JSON.parse(JSON.stringify(velvetPack([], USUAL_SETTINGS)), (_, value) =>
    Array.isArray(value) ? value.filter((one) => !/V2"/.test(JSON.stringify(one)) || 'do' in Object(one)) : value,
  );

/** Records one post on the redesigned site, and posts the test flyers. `seconds` without them. */
async function recordAfter(product: Product, switches: readonly SwitchName[], image: string) {
  const site = await HostileSite.start(accountsOf(20), switches);
  const { username } = site.records.accounts.find((one) => site.isRedesigned(one.username)) as { username: string };
  const bytes = await flyerJpeg(60);
  await writeFile(image, bytes);
  const browser = await ExtensionBrowser.open({
    siteOrigin: site.origin,
    productUrl: product.baseUrl,
    pack: formerPack(),
  });
  try {
    await browser.context.addCookies(site.cookiesFor(username));
    const page = await browser.newPage();
    const visitor = new HostileVisitor(page, site, username);
    await visitor.open();
    const startedAt = performance.now();
    const recorder = await Recorder.open(browser);
    const expiresInDays = site.isOn('no-expiry') ? {} : { expiresInDays: 1 };
    await recorder.record(
      async () => {
        await page.bringToFront();
        await visitor.openComposer();
        await visitor.fill({ text: TEXT, image: bytes, ...expiresInDays });
        await recorder.has(/Add the image$/);
        await showTime(visitor);
        expect(await visitor.press()).toBe('live');
      },
      () => page.getByText(`@${username}`).first().click(),
      async () => {
        await visitor.open(site.profileOf(username));
        await expect(page.getByRole('region', { name: 'Posts' }).locator('img[src^="/media/"]')).toBeVisible();
        await page.getByText(TEXT).click();
      },
    );
    const seconds = (performance.now() - startedAt) / 1000;
    const said = await recorder.test();
    expect(said, await recorder.window.locator('main').innerText()).toEqual(
      Array(2).fill('Posted, and found in your posts.'),
    );
    expect(site.accepted.map(({ text, expiresInDays: days }) => [text.split(' of ')[0], days])).toEqual(
      ['My post', 'Flyerdeck test 1', 'Flyerdeck test 2'].map((text) => [text, expiresInDays.expiresInDays ?? null]),
    );
    expect(site.accepted.map(({ pictures }) => pictures.length)).toEqual([1, 1, 1]);
    return { pack: await recorder.download(), seconds, clicks: recorder.clicks };
  } finally {
    await site.stop();
    await browser.close();
  }
}

/** Sets a time where the site has a field for it, and removes it again: the post has to be in the feed. */
async function showTime({ page, site, frame }: HostileVisitor): Promise<void> {
  const field = frame.getByLabel('Publish at');
  if (site.isOn('schedule-datetime-local')) await field.fill('2030-05-06T07:08');
  else if (site.isOn('schedule-text')) await field.fill('2030-05-06 07:08');
  else return;
  await field.blur();
  await field.fill('');
  await field.blur();
  await page.keyboard.press('Escape');
}
