import { answerAllWithErrors, openQueue, openView, type ScreenCase, type View, waitForText } from './screenCase.ts';

/** The text of each empty tab. */
const EMPTY: Record<View, string> = {
  pages: 'No pages linked yet. Use the button above to link your first page.',
  assistants: 'No assistants found.',
  queue: 'No tasks in queue.',
  presets: 'No presets found. Create your first preset!',
  credits: 'No transactions yet',
};

export const emptyTab = (view: View): ScreenCase => ({
  name: `${view} tab, empty`,
  visitor: 'newUser',
  async open(page) {
    // Removes the welcome bonus from the history of a new account.
    await page.route('**/api/credits/transactions*', (route) => route.fulfill({ json: { transactions: [] } }));
    await openView(page, view);
    await waitForText(page, EMPTY[view]);
  },
});

export const failingTab = (view: View): ScreenCase => ({
  name: `${view} tab, failing`,
  visitor: 'fullUser',
  async open(page) {
    await answerAllWithErrors(page);
    await openView(page, view);
    await page.getByRole('alert').first().waitFor();
  },
});

export const FULL_TABS: readonly ScreenCase[] = [
  {
    name: 'pages tab',
    visitor: 'fullUser',
    async open(page) {
      await openView(page, 'pages');
      await waitForText(page, 'Luna Star');
    },
  },
  {
    name: 'pages tab, table',
    visitor: 'fullUser',
    async open(page) {
      await page.goto('/?view=pages&layout=table');
      await waitForText(page, 'Luna Star');
      await page.getByRole('table').waitFor();
    },
  },
  {
    name: 'pages tab, some selected',
    visitor: 'fullUser',
    async open(page) {
      await openView(page, 'pages');
      await page.getByRole('checkbox', { name: 'Select Luna Star' }).check();
      await page.getByRole('checkbox', { name: 'Select Mila Rose' }).check();
      await page.getByRole('button', { name: 'Add tags' }).click();
    },
  },
  {
    name: 'assistants tab',
    visitor: 'fullUser',
    async open(page) {
      await openView(page, 'assistants');
      await page.getByRole('figure', { name: 'Forecast' }).waitFor();
    },
  },
  { name: 'queue tab', visitor: 'fullUser', open: (page) => openQueue(page, /^Queue \(/) },
  { name: 'queue tab, in progress', visitor: 'fullUser', open: (page) => openQueue(page, /^In Progress/) },
  ...(['list', 'calendar'] as const).map(
    (plan): ScreenCase => ({
      name: `queue tab, ${plan}`,
      visitor: 'fullUser',
      async open(page) {
        await page.goto(`/?view=queue&plan=${plan}`);
        await waitForText(page, 'Ivy Lane');
        await page.locator('[aria-busy="false"]').first().waitFor();
      },
    }),
  ),
  {
    name: 'queue tab, failed',
    visitor: 'fullUser',
    async open(page) {
      await openQueue(page, /^Failed/);
      await waitForText(page, 'The site asked for a captcha.');
    },
  },
  {
    name: 'queue tab, pages open',
    visitor: 'fullUser',
    async open(page) {
      await openQueue(page, /^Queue \(/);
      await page
        .getByRole('button', { name: /^Pages \(/ })
        .first()
        .click();
      await page.getByRole('list', { name: 'Other pages' }).waitFor();
    },
  },
  {
    name: 'presets tab',
    visitor: 'fullUser',
    async open(page) {
      await openView(page, 'presets');
      await waitForText(page, 'Weekend push');
    },
  },
  {
    name: 'presets tab, one open',
    visitor: 'fullUser',
    async open(page) {
      await openView(page, 'presets');
      await page.getByRole('button', { name: /^Edit/ }).first().click();
      await page.getByRole('group', { name: 'Target pages and tags' }).waitFor();
    },
  },
  {
    name: 'credits tab',
    visitor: 'fullUser',
    async open(page) {
      await openView(page, 'credits');
      await waitForText(page, 'Posting Fee');
    },
  },
];
