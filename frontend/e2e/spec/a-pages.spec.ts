import type { Page as LinkedPage } from '@flyerdeck/contracts';
import type { Locator, Page } from '@playwright/test';
import { linkPage, makeAssistant } from '../believableData.ts';
import type { Product } from '../product.ts';
import { holdAnswers } from './heldAnswer.ts';
import type { Person } from './Person.ts';
import { cardOf, openPages, tagsOf, unlinkOf } from './pageCards.ts';
import { expect, type Scene, type SpecRow, specRows } from './specRow.ts';

const TAGS = '**/api/pages/*/tags';
const search = (page: Page, text: string) => page.getByPlaceholder('Search...', { exact: true }).fill(text);

const UNLINK = '**/api/unlink_page/*';

/** A page as an extension gives it when the site shows less than usual. */
async function linkBarePage(person: Person, { baseUrl }: Product, username: string) {
  const response = await fetch(`${baseUrl}/api/extension/link-requests`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      page: { creator_id: `bare-${username}`, name: '', username, avatar_url: `${baseUrl}/favicon.svg` },
      extension_version: '1.0.0',
    }),
  });
  const { linking_token: token } = (await response.json()) as { linking_token: string };
  await person.call('POST', '/verify_linking', { token });
}

const pagesOf = async (person: Person) => (await person.call<{ pages: LinkedPage[] }>('GET', '/get_user_pages')).pages;

/** Luna polls and has posted once, so she is active and paid; Vera has done neither. */
async function linkFourPages(person: Person, product: Product) {
  const luna = await linkPage(person, product.baseUrl, 'Luna Star', null, ['Promo']);
  const vera = await linkPage(person, product.baseUrl, 'Vera Moon', null, ['Summer vibes']);
  await linkBarePage(person, product, 'only_username');
  await linkBarePage(person, product, '');
  await luna.device.poll();
  const rules = { target_pages: [luna.guid] };
  const assistant = await makeAssistant(person, { name: 'Drop', texts: ['A flyer'], rules, hue: 40 });
  await person.call('POST', `/assistants/${assistant._id}/add-to-queue`);
  await person.call('POST', '/queue/start');
  await luna.device.post();
  return { luna, vera };
}
type Given = Awaited<ReturnType<typeof linkFourPages>>;

const cardRow = (
  says: string,
  name: string,
  look: (card: Locator, scene: Scene<Given>) => Promise<void>,
): SpecRow<Given> => ({
  says,
  look: (scene) => look(cardOf(scene.page, name), scene),
});
const columnsRow = (columns: number, width: number): SpecRow<Given> => ({
  says: `Responsive grid of page cards: 1, 2 or 3 columns. (${columns} at ${width} px)`,
  look: async ({ page }) => {
    const before = page.viewportSize() ?? { width: 1280, height: 900 };
    await page.setViewportSize({ width, height: 900 });
    const cards = page.getByRole('article');
    await expect(async () => {
      const lefts = await cards.evaluateAll((all) => all.map((card) => Math.round(card.getBoundingClientRect().left)));
      expect(new Set(lefts).size).toBe(columns);
    }).toPass();
    await page.setViewportSize(before);
  },
});
const searchRow = (field: string, textOf: (given: Given) => string): SpecRow<Given> => ({
  says: `Search matches page name, username, any tag (case-insensitive) or the guid: ${field}`,
  look: async ({ page, given }) => {
    await search(page, textOf(given));
    await expect(page.getByRole('article')).toHaveCount(1);
    await expect(cardOf(page, 'Vera Moon')).toBeVisible();
    await search(page, '');
  },
});

specRows('2 Pages tab', { given: linkFourPages, open: openPages }, [
  searchRow('name', () => 'vERA m'),
  searchRow('username', () => 'Vera_Moon'),
  searchRow('tag', () => 'SUMMER'),
  searchRow('guid', ({ vera }) => vera.guid),
  columnsRow(1, 390),
  columnsRow(2, 800),
  columnsRow(3, 1280),
  {
    says: 'Takes the search text from the dashboard.',
    look: async ({ page }) => {
      await search(page, 'luna');
      await expect(page.getByRole('article')).toHaveCount(1);
      await search(page, '');
      await expect(page.getByRole('article')).toHaveCount(4);
    },
  },
  cardRow('Each card shows: avatar …', 'only_username', (card) =>
    expect(card.locator('img')).toHaveAttribute('src', /favicon\.svg$/),
  ),
  cardRow('… (fallback /avatar.jpg); …', 'Luna Star', (card) =>
    expect(card.locator('img')).toHaveAttribute('src', '/avatar.jpg'),
  ),
  cardRow('… name …', 'Luna Star', (card) => expect(card.getByRole('heading')).toHaveText('Luna Star')),
  cardRow('… or username …', 'only_username', (card) => expect(card.getByRole('heading')).toHaveText('only_username')),
  cardRow("… (fallback 'Unnamed Page'); …", 'Unnamed Page', (card) =>
    expect(card.getByRole('heading')).toHaveText('Unnamed Page'),
  ),
  cardRow('… creator id; …', 'only_username', (card) => expect(card).toContainText('bare-only_username')),
  cardRow("… Active/Inactive indicator (title 'Page recently polled' …", 'Luna Star', (card) =>
    expect(card.getByText('Active', { exact: true })).toHaveAttribute('title', 'Page recently polled'),
  ),
  cardRow("… or 'Page has not polled recently'); …", 'Vera Moon', (card) =>
    expect(card.getByText('Inactive', { exact: true })).toHaveAttribute('title', 'Page has not polled recently'),
  ),
  cardRow('… credit status Paid …', 'Luna Star', (card) =>
    expect(card.getByText('Paid', { exact: true })).toBeVisible(),
  ),
  cardRow(
    "… /Unpaid (tooltip for unpaid: 'Not paid - 10 credits will be charged on first post'); …",
    'Vera Moon',
    (card) =>
      expect(card.getByText('Unpaid', { exact: true })).toHaveAttribute(
        'title',
        'Not paid - 10 credits will be charged on first post',
      ),
  ),
  cardRow('… paid-until expiry when paid; …', 'Luna Star', async (card, { page }) => {
    await expect(card.getByText('Paid until', { exact: true })).toBeVisible();
    await expect(cardOf(page, 'Vera Moon').getByText('Paid until', { exact: true })).toHaveCount(0);
  }),
  cardRow('… last charge in credits when above zero; …', 'Luna Star', async (card, { page }) => {
    await expect(card.getByText('10 credits', { exact: true })).toBeVisible();
    await expect(cardOf(page, 'Vera Moon').getByText('Last charge', { exact: true })).toHaveCount(0);
  }),
  cardRow("… an editable free-text tags field ('Add tags...'); …", 'Luna Star', async (card) => {
    await expect(card.getByPlaceholder('Add tags...', { exact: true })).toBeEditable();
    await expect(card.getByText('Promo', { exact: true })).toBeVisible();
  }),
  cardRow('… an Unlink button.', 'Luna Star', (card) =>
    expect(card.getByText('Unlink', { exact: true })).toBeVisible(),
  ),
  {
    says: "Empty states: 'No pages found matching your search.' when a search is active; …",
    look: async ({ page }) => {
      await search(page, 'nobody is called this');
      await expect(page.getByText('No pages found matching your search.', { exact: true })).toBeVisible();
      await search(page, '');
    },
  },
]);

specRows('2 Pages tab, with no page', [
  {
    says: "… otherwise 'No pages linked yet. Use the button above to link your first page.'",
    see: async ({ page }) => {
      await page.goto('/?view=pages');
      const text = 'No pages linked yet. Use the button above to link your first page.';
      await expect(page.getByText(text, { exact: true })).toBeVisible();
    },
  },
]);

specRows('4 Pages', { given: linkFourPages, open: openPages }, [
  {
    says: 'Unlink asks for browser confirmation, then the card is removed on success.',
    see: async ({ page, person, product }) => {
      await linkPage(person, product.baseUrl, 'Gone Soon', null, []);
      await openPages({ page });
      page.on('dialog', (dialog) => dialog.accept());
      await unlinkOf(page, 'Gone Soon').click();
      await expect(cardOf(page, 'Gone Soon')).toHaveCount(0);
      expect((await pagesOf(person)).map(({ name }) => name)).not.toContain('Gone Soon');
    },
  },
  cardRow('A page is unpaid until its first post charges credits, …', 'Vera Moon', (card) =>
    expect(card.getByText('Unpaid', { exact: true })).toBeVisible(),
  ),
  cardRow('… then paid until a date.', 'Luna Star', (card) =>
    expect(
      card
        .locator('div', { has: card.page().getByText('Paid until', { exact: true }) })
        .locator('dd')
        .first(),
    ).toHaveText(/\d{4} \d\d:\d\d$/),
  ),
]);

specRows('9 Credits of a page', { given: linkFourPages, open: openPages }, [
  {
    says: '10 credits = 24 h posting on one page; …',
    look: async ({ person }) => {
      const luna = (await pagesOf(person)).find(({ name }) => name === 'Luna Star');
      const hours = (Date.parse(luna?.paid_until ?? '') - Date.now()) / 3_600_000;
      expect(hours).toBeGreaterThan(23.9);
      expect(hours).toBeLessThanOrEqual(24);
    },
  },
  {
    says: '… unpaid page charged 10 credits on first post; …',
    look: async ({ page }) => {
      await expect(cardOf(page, 'Luna Star').getByText('10 credits', { exact: true })).toBeVisible();
      await expect(page.getByRole('button', { name: '140 credits, Excellent' })).toBeVisible();
    },
  },
]);

specRows(
  '5 Tags and unlink',
  { given: async (person, { baseUrl }) => linkPage(person, baseUrl, 'Luna Star', null, []) },
  [
    {
      says: 'Tags: free text entries, no validation.',
      see: async ({ page, person, product }) => {
        await linkPage(person, product.baseUrl, 'Tagged', null, ['vip']);
        await openPages({ page });
        const saved = page.waitForResponse(TAGS);
        await tagsOf(page, 'Tagged').fill('40 % off! <b>Скидка</b> ☀️');
        await tagsOf(page, 'Tagged').press('Enter');
        await saved;
        const tagged = (await pagesOf(person)).find(({ name }) => name === 'Tagged');
        expect(tagged?.tags).toEqual(['vip', '40 % off! <b>Скидка</b> ☀️']);
      },
    },
    {
      says: "Unlink needs browser confirmation: 'Are you sure you want to unlink this page? This action cannot be undone.'",
      see: async ({ page }) => {
        await openPages({ page });
        const asked: string[] = [];
        page.on('dialog', (dialog) => {
          asked.push(`${dialog.type()}: ${dialog.message()}`);
          return dialog.dismiss();
        });
        await unlinkOf(page, 'Luna Star').click();
        expect(asked).toEqual(['confirm: Are you sure you want to unlink this page? This action cannot be undone.']);
        await expect(cardOf(page, 'Luna Star')).toBeVisible();
      },
    },
    {
      says: 'Buttons are disabled while their action runs.',
      see: async ({ page, person, product }) => {
        await linkPage(person, product.baseUrl, 'Slow One', null, []);
        const { letGo } = await holdAnswers(page, UNLINK);
        await openPages({ page });
        page.on('dialog', (dialog) => dialog.accept());
        await unlinkOf(page, 'Slow One').click();
        await expect(unlinkOf(page, 'Slow One')).toBeDisabled();
        letGo();
        await expect(cardOf(page, 'Slow One')).toHaveCount(0);
      },
    },
  ],
);
