import path from 'node:path';
import type { TaskDetail } from '@flyerdeck/contracts';
import { expect, type Page } from '@playwright/test';
import { buildLinkDescription, uuid } from '../test/builders.ts';
import type { BelievableData } from './believableData.ts';
import { linkSummary } from './linkForm.ts';

/** Who looks: somebody not signed in, somebody with an empty account, somebody with a full one, an admin. */
export type Visitor = 'nobody' | 'newcomer' | 'busy person' | 'admin';

export interface ScreenToSee {
  readonly name: string;
  readonly visitor: Visitor;
  /** Brings a new tab there and waits until there is what a person would wait for. */
  open(page: Page, data: BelievableData): Promise<unknown>;
}

const VIEWS = ['pages', 'assistants', 'queue', 'presets', 'credits'] as const;
type View = (typeof VIEWS)[number];

/** What each tab says when there is nothing in it. */
const EMPTY: Record<View, string> = {
  pages: 'No pages linked yet. Use the button above to link your first page.',
  assistants: 'No assistants found.',
  queue: 'No tasks in queue.',
  presets: 'No presets found. Create your first preset!',
  credits: 'No transactions yet',
};

const openView = (page: Page, view: View) => page.goto(`/?view=${view}`);
const seeText = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible();
const seeDialog = async (page: Page) => {
  await expect(page.getByRole('dialog')).toBeVisible();
  // The dialog's fade would be measured as faint text.
  await page.waitForTimeout(400);
};

/** Everything but the session answers an error. */
export const failAll = (page: Page) =>
  page.route(/\/api\/(?!auth\/)/, (route) =>
    route.fulfill({ status: 500, json: { error: 'Something went wrong on our side.', code: 'internal' } }),
  );

const emptyTab = (view: View): ScreenToSee => ({
  name: `${view} tab, empty`,
  visitor: 'newcomer',
  async open(page) {
    // A new account has its welcome bonus in the history.
    await page.route('**/api/credits/transactions*', (route) => route.fulfill({ json: { transactions: [] } }));
    await openView(page, view);
    await seeText(page, EMPTY[view]);
  },
});

const failingTab = (view: View): ScreenToSee => ({
  name: `${view} tab, failing`,
  visitor: 'busy person',
  async open(page) {
    await failAll(page);
    await openView(page, view);
    await expect(page.getByRole('alert').first()).toBeVisible();
  },
});

const openQueue = async (page: Page, tab: RegExp) => {
  await openView(page, 'queue');
  await page.getByRole('tab', { name: tab }).click();
  await expect(page.getByRole('article').first()).toBeVisible();
};

/** The failed posting as one whose page fell silent while posting. */
const leaveInDoubt = (page: Page) =>
  page.route(/\/api\/tasks\/[0-9a-f-]{36}$/, async (route) => {
    const response = await route.fetch({ maxRetries: 2 });
    const detail = (await response.json()) as TaskDetail;
    const page_postings = detail.page_postings.map((posting) =>
      posting.status === 'failed' ? { ...posting, error_code: 'unconfirmed' } : posting,
    );
    await route.fulfill({ response, json: { ...detail, page_postings } });
  });

const FULL_TABS: readonly ScreenToSee[] = [
  {
    name: 'pages tab',
    visitor: 'busy person',
    async open(page) {
      await openView(page, 'pages');
      await seeText(page, 'Luna Star');
    },
  },
  {
    name: 'pages tab, table',
    visitor: 'busy person',
    async open(page) {
      await page.goto('/?view=pages&layout=table');
      await seeText(page, 'Luna Star');
      await expect(page.getByRole('table')).toBeVisible();
    },
  },
  {
    name: 'pages tab, some selected',
    visitor: 'busy person',
    async open(page) {
      await openView(page, 'pages');
      await page.getByRole('checkbox', { name: 'Select Luna Star' }).check();
      await page.getByRole('checkbox', { name: 'Select Mila Rose' }).check();
      await page.getByRole('button', { name: 'Add tags' }).click();
    },
  },
  {
    name: 'assistants tab',
    visitor: 'busy person',
    async open(page) {
      await openView(page, 'assistants');
      await expect(page.getByRole('figure', { name: 'Forecast' })).toBeVisible();
    },
  },
  { name: 'queue tab', visitor: 'busy person', open: (page) => openQueue(page, /^Queue \(/) },
  { name: 'queue tab, in progress', visitor: 'busy person', open: (page) => openQueue(page, /^In Progress/) },
  {
    name: 'queue tab, failed',
    visitor: 'busy person',
    async open(page) {
      await openQueue(page, /^Failed/);
      await seeText(page, 'The site asked for a captcha.');
    },
  },
  {
    name: 'queue tab, pages open',
    visitor: 'busy person',
    async open(page) {
      await openQueue(page, /^Queue \(/);
      await page
        .getByRole('button', { name: /^Pages \(/ })
        .first()
        .click();
      await expect(page.getByRole('list', { name: 'Other pages' })).toBeVisible();
    },
  },
  {
    name: 'presets tab',
    visitor: 'busy person',
    async open(page) {
      await openView(page, 'presets');
      await seeText(page, 'Weekend push');
    },
  },
  {
    name: 'presets tab, one open',
    visitor: 'busy person',
    async open(page) {
      await openView(page, 'presets');
      await page.getByRole('button', { name: /^Edit/ }).first().click();
      await expect(page.getByRole('group', { name: 'Target pages and tags' })).toBeVisible();
    },
  },
  {
    name: 'credits tab',
    visitor: 'busy person',
    async open(page) {
      await openView(page, 'credits');
      await seeText(page, 'Posting Fee');
    },
  },
];

const SESSIONS = [
  ['Chrome on Windows', true],
  ['Telegram on iOS', false],
  ['Firefox on macOS', false],
].map(([browser, isCurrent], place) => ({
  id: uuid(place),
  browser,
  created_at: '2026-02-01T12:00:00.000Z',
  last_used_at: '2026-03-01T11:58:00.000Z',
  is_current: isCurrent,
}));

const REPLACING = {
  replaces: {
    browser: 'Chrome on macOS',
    linked_at: '2026-02-01T12:00:00.000Z',
    last_polled_at: '2026-03-01T11:58:00.000Z',
  },
};

const DIALOGS: readonly ScreenToSee[] = [
  {
    name: 'link dialog',
    visitor: 'busy person',
    async open(page) {
      await openView(page, 'pages');
      await page.getByRole('button', { name: 'Link OnlyFans Page' }).click();
      await seeDialog(page);
    },
  },
  {
    name: 'link dialog, replacing',
    visitor: 'busy person',
    async open(page) {
      await page.route('**/api/describe_linking', (route) => route.fulfill({ json: buildLinkDescription(REPLACING) }));
      await openView(page, 'pages');
      await page.getByRole('button', { name: 'Link OnlyFans Page' }).click();
      await page.getByPlaceholder('Paste your linking token here').fill('a-token');
      await page.getByRole('button', { name: 'Link Page', exact: true }).click();
      await expect(linkSummary(page)).toBeVisible();
    },
  },
  {
    name: 'link dialog, failing',
    visitor: 'busy person',
    async open(page) {
      await openView(page, 'pages');
      await page.getByRole('button', { name: 'Link OnlyFans Page' }).click();
      await page.getByPlaceholder('Paste your linking token here').fill('no-such-token');
      await page.getByRole('button', { name: 'Link Page', exact: true }).click();
      await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
    },
  },
  {
    name: 'sessions dialog',
    visitor: 'busy person',
    async open(page) {
      await page.route('**/api/auth/sessions', (route) => route.fulfill({ json: { sessions: SESSIONS } }));
      await openView(page, 'pages');
      await page.getByRole('button', { name: 'Account', exact: true }).click();
      await page.getByRole('menuitem', { name: 'My sessions' }).click();
      await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(3);
    },
  },
  {
    name: 'account menu of an admin',
    visitor: 'admin',
    async open(page) {
      await openView(page, 'pages');
      await page.getByRole('button', { name: 'Account', exact: true }).click();
      await expect(page.getByRole('menuitem', { name: 'My sessions' })).toBeVisible();
    },
  },
  {
    name: 'account question',
    visitor: 'busy person',
    async open(page) {
      await page.goto('/auth/callback?id=777&first_name=Mia&last_name=Moon&username=mia&auth_date=1&hash=abc');
      await expect(page.getByRole('heading', { name: 'Switch to another account?' })).toBeVisible();
    },
  },
  {
    name: 'sign-in question',
    visitor: 'nobody',
    async open(page) {
      await page.goto('/auth/callback?id=777&first_name=Mia&last_name=Moon&username=mia&auth_date=1&hash=abc');
      await expect(page.getByRole('heading', { name: 'Sign in with this account?' })).toBeVisible();
    },
  },
  {
    name: 'tag that is too long',
    visitor: 'busy person',
    async open(page) {
      await openView(page, 'pages');
      const field = page.getByPlaceholder('Add tags...').first();
      await field.fill('evening '.repeat(20));
      await field.press('Enter');
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
  {
    name: 'queue without its counts',
    visitor: 'busy person',
    async open(page) {
      await page.route('**/api/queue/info', (route) => route.fulfill({ status: 503, json: {} }));
      await openView(page, 'queue');
      await expect(page.getByText('Failed to fetch queue info.')).toBeVisible();
    },
  },
  {
    name: 'keys dialog',
    visitor: 'busy person',
    async open(page) {
      await openView(page, 'pages');
      await seeText(page, 'Luna Star');
      await page.keyboard.press('?');
      await seeDialog(page);
    },
  },
  {
    name: 'purchase dialog',
    visitor: 'busy person',
    async open(page) {
      await openView(page, 'credits');
      await page.getByRole('button', { name: /^Buy/ }).first().click();
      await seeDialog(page);
    },
  },
  {
    name: 'delete dialog',
    visitor: 'busy person',
    async open(page) {
      await openView(page, 'assistants');
      await page.getByRole('button', { name: 'Delete assistant' }).first().click();
      await seeDialog(page);
    },
  },
  {
    name: 'unconfirmed dialog',
    visitor: 'busy person',
    async open(page) {
      await leaveInDoubt(page);
      await openQueue(page, /^Failed/);
      await expect(page.getByRole('list', { name: 'Failed pages' })).toBeVisible();
      await page.getByRole('button', { name: 'Retry', exact: true }).click();
      await seeText(page, 'The post may be live already');
      await seeDialog(page);
    },
  },
];

const PUBLIC_SCREENS: readonly ScreenToSee[] = [
  {
    name: 'landing page',
    visitor: 'nobody',
    async open(page) {
      await page.goto('/auth');
      await seeText(page, 'Most popular');
    },
  },
  {
    name: 'landing page after a failed sign-in',
    visitor: 'nobody',
    async open(page) {
      await page.goto('/auth/callback');
      await seeText(page, 'Invalid authentication data');
    },
  },
  {
    name: 'linking token',
    visitor: 'nobody',
    async open(page, { unlinked }) {
      await page.goto(`/verify-link/${unlinked.linkingToken}`);
      await seeText(page, unlinked.pageName);
    },
  },
  {
    name: 'linking token, unknown',
    visitor: 'nobody',
    async open(page) {
      await page.goto('/verify-link/no-such-token');
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
  {
    name: 'linking token, none',
    visitor: 'nobody',
    async open(page) {
      await page.goto('/verify-link');
      await seeText(page, 'No linking token provided in URL.');
    },
  },
  {
    name: 'preview',
    visitor: 'nobody',
    async open(page, { previewId }) {
      await page.goto(`/screenshot-view/${previewId}`);
      await expect(page.locator('body[data-page-ready="true"]')).toBeAttached();
    },
  },
  {
    name: 'preview, failing',
    visitor: 'nobody',
    async open(page) {
      await page.goto(`/screenshot-view/${crypto.randomUUID()}`);
      await seeText(page, /^Error loading preview: /);
    },
  },
];

const FIXTURE = path.join(import.meta.dirname, '../src/replay/fixtures/main-job.json');

const REPLAY: readonly ScreenToSee[] = [
  {
    name: 'replay, nothing loaded',
    visitor: 'nobody',
    async open(page) {
      await page.goto('/?replay');
      await seeText(page, 'Load an action log');
    },
  },
  {
    name: 'replay, not a log',
    visitor: 'nobody',
    async open(page) {
      await page.goto('/?replay');
      await page
        .getByLabel('Load log')
        .setInputFiles({ name: 'notes.json', mimeType: 'application/json', buffer: Buffer.from('{}') });
      await seeText(page, 'notes.json: This file is no action log of Flyerdeck.');
    },
  },
  {
    name: 'replay',
    visitor: 'nobody',
    async open(page) {
      await page.goto('/?replay');
      await page.getByLabel('Load log').setInputFiles(FIXTURE);
      await expect(page.frameLocator('iframe').getByRole('tab', { name: 'Credits' })).toBeVisible();
      await page.getByRole('combobox', { name: 'Show' }).selectOption('retryTask');
      await page.keyboard.press('Tab');
      await page.getByRole('button', { name: 'Step back' }).click();
      await expect(page.getByRole('list', { name: 'Changes' })).toContainText('api.');
    },
  },
];

/** Every screen of the user's side, in every state that looks different. */
export const SCREENS: Readonly<Record<string, readonly ScreenToSee[]>> = {
  'public screens': PUBLIC_SCREENS,
  tabs: FULL_TABS,
  'dialogs and questions': DIALOGS,
  'empty tabs': VIEWS.map(emptyTab),
  'failing tabs': VIEWS.map(failingTab),
  replay: REPLAY,
};
