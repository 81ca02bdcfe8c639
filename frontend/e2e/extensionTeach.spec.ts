import { appendFile } from 'node:fs/promises';
import type { Assistant, Task } from '@flyerdeck/contracts';
import { HostileSite } from './creatorSite/hostile/HostileSite.ts';
import type { SwitchName } from './creatorSite/hostile/switches.ts';
import { VELVET_PACK } from './creatorSite/hostile/teachPack.ts';
import { accountsOf, sha256 } from './creatorSite/SiteRecords.ts';
import { ExtensionBrowser, TEST_WAITS } from './ExtensionBrowser.ts';
import type { LinkedPage } from './extensionStory.ts';
import { flyerWebp } from './flyerImages.ts';
import { ADMIN_TELEGRAM_ID, expect, type Product, test } from './product.ts';
import { Person } from './spec/Person.ts';
import { Teacher } from './Teacher.ts';
import { openVelvetComposer, VELVET_KNOWLEDGE } from './velvetKnowledge.ts';

// A product of its own: a pack of another test could choose these pages, and the other way round.
test.use({ settings: { LEASE_SECONDS: '117' } });

/** The extension waits for what is not on the page. */
const WAITS = { ...TEST_WAITS, siteSeconds: 4 };
const SECONDS_A_CLICK = 6;

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

/** `npm run drill -- teach` sets it: the file gets a line of JSON for each redesign. */
const LOG = process.env.DRILL_LOG;
/** Without the drill. */
const ALWAYS = 'a new post in a dialog';

for (const [title, switches] of Object.entries(REDESIGNS)) {
  if (!LOG && title !== ALWAYS) continue;
  const sentence = `Teach alone repairs a pack after a redesign, and the repaired pack posts: ${title}`;
  test(LOG ? `drill: ${sentence}` : sentence, async ({ product }) => {
    test.setTimeout(300_000);
    await repairAndPost(product, title, switches);
  });
}

/** The latest version that was published. */
let latest = VELVET_PACK.version;

async function repairAndPost(product: Product, title: string, switches: readonly SwitchName[]): Promise<void> {
  const site = await HostileSite.start(accountsOf(20), switches);
  const { username } = site.records.accounts.find((one) => site.isRedesigned(one.username)) as { username: string };
  const image = await flyerWebp(60);
  const pictures = [site.records.addPicture(image, 'image/webp')];
  site.records.addOlderPost(username, { text: 'With a picture', pictures }, 3);
  const browser = await ExtensionBrowser.open({ siteOrigin: site.origin, productUrl: product.baseUrl, waits: WAITS });
  try {
    await browser.context.addCookies(site.cookiesFor(username));
    const worker = await browser.worker();
    await worker.evaluate(
      (pack) =>
        (
          globalThis as unknown as { chrome: { storage: { local: { set(items: object): Promise<void> } } } }
        ).chrome.storage.local.set({ sitePack: { pack } }),
      { ...VELVET_PACK, version: latest },
    );
    const page = await browser.newPage();
    await page.goto(site.origin);
    const startedAt = performance.now();
    const knowledge = switches.includes('no-expiry')
      ? { ...VELVET_KNOWLEDGE, 'composer.expiry.opener': null }
      : VELVET_KNOWLEDGE;
    const teacher = await Teacher.begin(browser, page, username, knowledge, openVelvetComposer);
    await teacher.repair();
    const pack = await teacher.export();
    const seconds = (performance.now() - startedAt) / 1000;
    expect(site.presses).toEqual([]);
    latest = pack.version;

    const admin = await Person.signIn(product.baseUrl, ADMIN_TELEGRAM_ID);
    await admin.call('POST', '/admin/site-packs', { text: JSON.stringify(pack) });
    await admin.call('POST', `/admin/site-packs/${pack.version}/approve`);
    const text = `After a redesign: ${title}`;
    await post(product, browser, text, image);
    await expect.poll(() => site.accepted, { timeout: 120_000 }).toHaveLength(1);
    const expiresInDays = switches.includes('no-expiry') ? null : 1;
    expect(site.accepted).toMatchObject([{ username, text, pictures: [sha256(image)], expiresInDays }]);

    const { clicks, asked } = teacher;
    const minutes = (clicks * SECONDS_A_CLICK) / 60;
    const line = { title, questions: asked.length, clicks, seconds: Math.round(seconds), minutes };
    if (LOG) await appendFile(LOG, `${JSON.stringify(line)}\n`);
    expect(minutes).toBeLessThan(10);
  } finally {
    await site.stop();
    await browser.close();
  }
}

/** Links the page and adds one flyer to the queue. */
async function post({ baseUrl }: Product, browser: ExtensionBrowser, text: string, image: Buffer): Promise<void> {
  const person = await Person.signUp(baseUrl);
  const popup = await browser.openPopup();
  const token = await popup.getByLabel('Linking token').inputValue({ timeout: 120_000 });
  await person.call('POST', '/verify_linking', { token });
  const { pages } = await person.call<{ pages: LinkedPage[] }>('GET', '/get_user_pages');
  const { _id: id } = await person.call<Assistant>('POST', '/assistants', { name: 'One' });
  const rules = { target_tags: [], start_delay_hours: 0, delay_between_tasks_hours: 0, duplication_time_hours: 0 };
  await person.call('PUT', `/assistants/${id}`, {
    posting_rules: { ...rules, target_pages: pages.map(({ guid }) => guid) },
  });
  const form = new FormData();
  form.append('images', new Blob([new Uint8Array(image)], { type: 'image/webp' }), 'flyer.webp');
  form.append('descriptions', text);
  await person.call<Task[]>('POST', `/assistants/${id}/tasks`, form);
  await person.call('POST', `/assistants/${id}/add-to-queue`);
  await person.call('POST', '/queue/start');
}
