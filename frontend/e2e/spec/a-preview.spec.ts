import type { TaskDetail } from '@flyerdeck/contracts';
import type { Page } from '@playwright/test';
import { linkPage, makeAssistant, tasksOf } from '../believableData.ts';
import type { Product } from '../product.ts';
import { holdAnswers } from './heldAnswer.ts';
import type { Person } from './Person.ts';
import { expect, type SpecRow, specRows } from './specRow.ts';

const VIEW_DATA = '**/api/page-postings/*/view-data';
const TEXT = 'Three free days with Luna ☀️';

/** A flyer in the queue, by the id of its posting on the one page it goes to. */
async function queueFlyer(person: Person, guid: string, startDelayHours: number): Promise<string> {
  const rules = { target_pages: [guid], start_delay_hours: startDelayHours };
  const assistant = await makeAssistant(person, { name: 'Drop', texts: [TEXT], rules, hue: 40 });
  await person.call('POST', `/assistants/${assistant._id}/add-to-queue`);
  const [task] = await tasksOf(person, assistant._id);
  const { page_postings: postings } = await person.call<TaskDetail>('GET', `/tasks/${task?._id}`);
  return postings[0]?.id ?? '';
}

/** Luna has an avatar and counts (3, 120, 7); Vera's device was given its posting hours ahead; Nora's never polled. */
async function queueThreePostings(person: Person, { baseUrl }: Product) {
  const luna = await linkPage(person, baseUrl, 'Luna Star', `${baseUrl}/favicon.svg`, []);
  const vera = await linkPage(person, baseUrl, 'Vera Moon', null, []);
  const nora = await linkPage(person, baseUrl, 'Nora Vale', null, []);
  await luna.device.poll();
  const ids = {
    atOnce: await queueFlyer(person, luna.guid, 0),
    scheduled: await queueFlyer(person, vera.guid, 3),
    quiet: await queueFlyer(person, nora.guid, 0),
  };
  await person.call('POST', '/queue/start');
  await vera.device.claim();
  return ids;
}
type Given = Awaited<ReturnType<typeof queueThreePostings>>;

const open =
  (which: keyof Given) =>
  async ({ page, given }: { page: Page; given: Given }) => {
    await page.goto(`/screenshot-view/${given[which]}`);
    await expect(page.getByRole('heading', { name: 'NEW POST' })).toBeVisible();
  };
const navOf = (page: Page) => page.getByRole('navigation');
const entryOf = (page: Page, name: string) => navOf(page).getByTitle(name, { exact: true });
const factOf = (page: Page, name: string) =>
  page.locator('dl > div', { has: page.getByText(name, { exact: true }) }).locator('dd');
const markerOf = (page: Page) => page.locator('body[data-page-ready="true"]');

const ENTRIES = [
  'Home',
  'Notifications',
  'Messages',
  'Collections',
  'Vault',
  'Calendar',
  'Statements Temp',
  'Statements',
  'Menu',
  'More',
];

const looks = (says: string, look: (page: Page, given: Given) => Promise<void>): SpecRow<Given> => ({
  says,
  look: ({ page, given }) => look(page, given),
});

specRows(
  '2 Screenshot preview, posted at once',
  { visitor: 'nobody', given: queueThreePostings, open: open('atOnce') },
  [
    looks('Rendered like a new-post screen of the target page, with a left nav 64 px wide: …', async (page) => {
      const nav = await navOf(page).boundingBox();
      const main = await page.getByRole('main').boundingBox();
      expect(nav?.width).toBe(64);
      expect(nav?.x).toBeLessThan(main?.x ?? 0);
    }),
    looks('… avatar, …', async (page) => {
      await expect(navOf(page).getByRole('img', { name: 'Page avatar' })).toHaveAttribute('src', /favicon\.svg$/);
    }),
    looks(
      '… entries Home, Notifications, Messages, Collections, Vault, Calendar, Statements Temp, Statements, Menu, More.',
      async (page) => {
        const titles = await navOf(page)
          .getByRole('listitem')
          .evaluateAll((all) => all.map((entry) => entry.getAttribute('title')));
        expect(titles).toEqual(ENTRIES);
      },
    ),
    looks('Count badges appear for home, notifications and messages …', async (page) => {
      await expect(entryOf(page, 'Home')).toContainText('3');
      await expect(entryOf(page, 'Messages')).toContainText('7');
      for (const name of ENTRIES.slice(3)) await expect(entryOf(page, name)).toHaveText(name);
    }),
    looks("… capped as '99+'.", (page) => expect(entryOf(page, 'Notifications')).toContainText('99+')),
    looks("A 'New post' link goes to /posts/create.", (page) =>
      expect(page.getByRole('link', { name: 'New post' })).toHaveAttribute('href', '/posts/create'),
    ),
    looks("Main area: header 'NEW POST' …", (page) =>
      expect(page.getByRole('heading', { level: 1 })).toHaveText('NEW POST'),
    ),
    looks('… with a back button; …', (page) => expect(page.getByRole('button', { name: 'Back' })).toBeVisible()),
    looks("… a disabled primary button labelled … 'POST'; …", (page) =>
      expect(page.getByRole('button', { name: 'POST', exact: true })).toBeDisabled(),
    ),
    looks("… a hidden 'CLEAR' button; …", async (page) => {
      await expect(page.locator('button', { hasText: 'CLEAR' })).toHaveCount(1);
      await expect(page.locator('button', { hasText: 'CLEAR' })).toBeHidden();
    }),
    looks("… an 'Expiration' row with the fixed text 'Expires in 1 day'; …", (page) =>
      expect(factOf(page, 'Expiration')).toHaveText('Expires in 1 day'),
    ),
    looks("… an optional 'Scheduled for' row … (absent here)", (page) =>
      expect(factOf(page, 'Scheduled for')).toHaveCount(0),
    ),
    looks('… the image …', async (page) => {
      const flyer = page.getByRole('img', { name: 'Flyer' });
      await expect(flyer).toHaveAttribute('src', /\/api\/get_image\//);
      await expect(flyer).toHaveJSProperty('complete', true);
      expect(await flyer.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    }),
    looks('… and description text (read-only); …', async (page) => {
      await expect(page.getByText(TEXT, { exact: true })).toBeVisible();
      await expect(page.locator('input, textarea, [contenteditable]')).toHaveCount(0);
    }),
    looks("… 'Add labels'; …", (page) => expect(page.getByText('Add labels', { exact: true })).toBeVisible()),
    looks('… a row of icons; …', async (page) => {
      const icons = page.getByRole('list', { name: 'Post tools' }).locator('svg');
      const tops = await icons.evaluateAll((all) => all.map((icon) => Math.round(icon.getBoundingClientRect().top)));
      expect(tops.length).toBeGreaterThan(1);
      expect(new Set(tops).size).toBe(1);
    }),
    looks("… tiles 'Add to story', 'Go live', 'Send message'.", (page) =>
      expect(page.getByRole('list', { name: 'More ways to share' }).getByRole('listitem')).toHaveText([
        'Add to story',
        'Go live',
        'Send message',
      ]),
    ),
    looks('A page-ready marker is set once data is displayed.', (page) => expect(markerOf(page)).toHaveCount(1)),
    looks("(§9) Nav badge cap: '99+'.", (page) =>
      expect(entryOf(page, 'Notifications').getByText('99+')).toBeVisible(),
    ),
    looks("(§9) Preview text 'Expires in 1 day' is fixed.", (page) =>
      expect(page.getByText('Expires in 1 day', { exact: true })).toBeVisible(),
    ),
    looks('(§9) Preview left nav width 64 px.', (page) => expect(navOf(page)).toHaveCSS('width', '64px')),
    {
      says: '… once data is displayed (not before).',
      see: async ({ page, given }) => {
        const { letGo } = await holdAnswers(page, '**/api/get_image/*');
        await open('atOnce')({ page, given });
        await expect(markerOf(page)).toHaveCount(0);
        letGo();
        await expect(markerOf(page)).toHaveCount(1);
      },
    },
    {
      says: 'Default images are used when the … image is missing.',
      see: async ({ page, given }) => {
        await page.route('**/api/get_image/*', (route) => route.fulfill({ status: 404, body: '' }));
        await open('atOnce')({ page, given });
        await expect(page.getByRole('img', { name: 'Flyer' })).toHaveAttribute('src', /^data:image\/svg/);
        await expect(markerOf(page)).toHaveCount(1);
      },
    },
  ],
);

specRows('2 Screenshot preview, scheduled', { visitor: 'nobody', given: queueThreePostings, open: open('scheduled') }, [
  looks("A disabled primary button labelled 'SAVE' if scheduleText exists …", async (page) => {
    await expect(page.getByRole('button', { name: 'SAVE', exact: true })).toBeDisabled();
    await expect(page.getByRole('button', { name: 'POST', exact: true })).toHaveCount(0);
  }),
  {
    says: "… an optional 'Scheduled for' row showing scheduleText; …",
    see: async ({ page, given }) => {
      const answered = page.waitForResponse(VIEW_DATA);
      await open('scheduled')({ page, given });
      const { scheduleText } = (await (await answered).json()) as { scheduleText: string };
      await expect(factOf(page, 'Scheduled for')).toHaveText(scheduleText);
    },
  },
]);

specRows(
  '2 Screenshot preview, of a page that shows little',
  { visitor: 'nobody', given: queueThreePostings, open: open('quiet') },
  [
    looks('Count badges appear … only when above 0, …', async (page) => {
      for (const name of ['Home', 'Notifications', 'Messages']) await expect(entryOf(page, name)).toHaveText(name);
    }),
    looks('Default images are used when the avatar … is missing.', (page) =>
      expect(navOf(page).getByRole('img', { name: 'Page avatar' })).toHaveAttribute('src', '/avatar.jpg'),
    ),
  ],
);

const NOBODYS_POSTING = '/screenshot-view/00000000-0000-4000-8000-000000000000';

specRows('2 and 8 Screenshot preview, texts', { visitor: 'nobody' }, [
  {
    says: "Texts: loading 'Loading Post Preview...'; …",
    see: async ({ page }) => {
      await holdAnswers(page, VIEW_DATA);
      await page.goto(NOBODYS_POSTING);
      await expect(page.getByText('Loading Post Preview...', { exact: true })).toBeVisible();
      await expect(markerOf(page)).toHaveCount(0);
    },
  },
  {
    says: "… error 'Error loading preview: ...'; (the answer's error field)",
    see: async ({ page }) => {
      const answered = page.waitForResponse(VIEW_DATA);
      await page.goto(NOBODYS_POSTING);
      const { error } = (await (await answered).json()) as { error: string };
      await expect(page.getByText(`Error loading preview: ${error}`, { exact: true })).toBeVisible();
    },
  },
  {
    says: "… on failure the error field or 'HTTP error! status: {n}'",
    see: async ({ page }) => {
      await page.route(VIEW_DATA, (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
      await page.goto(NOBODYS_POSTING);
      await expect(page.getByText('Error loading preview: HTTP error! status: 502', { exact: true })).toBeVisible();
    },
  },
  {
    says: "… empty 'No data found for this post.'",
    see: async ({ page }) => {
      await page.route(VIEW_DATA, (route) => route.fulfill({ status: 204 }));
      await page.goto(NOBODYS_POSTING);
      await expect(page.getByText('No data found for this post.', { exact: true })).toBeVisible();
    },
  },
  {
    says: "Preview needs the pagePostingId route parameter; otherwise 'Missing pagePostingId in URL.'",
    see: async ({ page }) => {
      await page.goto('/screenshot-view');
      await expect(page.getByText('Missing pagePostingId in URL.', { exact: true })).toBeVisible();
    },
  },
]);
