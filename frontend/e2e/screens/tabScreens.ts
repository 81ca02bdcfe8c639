import {
  answerAllWithErrors,
  fullUser,
  newUser,
  openQueue,
  openView,
  type ScreenCase,
  type View,
  waitForText,
} from './screenCase.ts';

/** The text of each empty tab. */
const EMPTY: Record<View, string> = {
  pages: 'No pages linked yet. Use the button above to link your first page.',
  assistants: 'No assistants found.',
  queue: 'No tasks in queue.',
  presets: 'No presets found. Create your first preset!',
  credits: 'No transactions yet',
};

export const emptyTab = (view: View) =>
  newUser(`${view} tab, empty`, async (page) => {
    // Removes the welcome bonus from the history of a new account.
    await page.route('**/api/credits/transactions*', (route) => route.fulfill({ json: { transactions: [] } }));
    await openView(page, view);
    await waitForText(page, EMPTY[view]);
  });

export const failingTab = (view: View) =>
  fullUser(`${view} tab, failing`, async (page) => {
    await answerAllWithErrors(page);
    await openView(page, view);
    await page.getByRole('alert').first().waitFor();
  });

export const FULL_TABS: readonly ScreenCase[] = [
  fullUser('pages tab', async (page) => {
    await openView(page, 'pages');
    await waitForText(page, 'Luna Star');
  }),
  fullUser('pages tab, some selected', async (page) => {
    await openView(page, 'pages');
    await page.getByRole('checkbox', { name: 'Select Luna Star' }).check();
    await page.getByRole('checkbox', { name: 'Select Mila Rose' }).check();
    await page.getByRole('button', { name: 'Add tags' }).click();
  }),
  fullUser('assistants tab', async (page) => {
    await openView(page, 'assistants');
    await page.getByRole('figure', { name: 'Forecast' }).waitFor();
  }),
  ...(['list', 'calendar'] as const).map((plan) =>
    fullUser(`queue tab, ${plan}`, async (page) => {
      await page.goto(`/?view=queue&plan=${plan}`);
      await waitForText(page, 'Ivy Lane');
      await page.locator('[aria-busy="false"]').first().waitFor();
    }),
  ),
  fullUser('queue tab, in progress', (page) => openQueue(page, /^In Progress/)),
  fullUser('queue tab, failed', async (page) => {
    await openQueue(page, /^Failed/);
    await waitForText(page, 'The site asked for a captcha.');
  }),
  fullUser('queue tab, pages open', async (page) => {
    await openQueue(page, /^Queue \(/);
    await page
      .getByRole('button', { name: /^Pages \(/ })
      .first()
      .click();
    await page.getByRole('list', { name: 'Other pages' }).waitFor();
  }),
  fullUser('presets tab, one open', async (page) => {
    await openView(page, 'presets');
    await page.getByRole('button', { name: /^Edit/ }).first().click();
    await page.getByRole('group', { name: 'Target pages and tags' }).waitFor();
  }),
  fullUser('credits tab', async (page) => {
    await openView(page, 'credits');
    await waitForText(page, 'Posting Fee');
  }),
];
