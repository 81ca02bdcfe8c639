import type { AttentionRow, TaskDetail } from '@flyerdeck/contracts';
import { ATTENTION_KINDS } from '@flyerdeck/contracts/attention.values';
import type { Page } from '@playwright/test';
import { buildLinkDescription, uuid } from '../../test/builders.ts';
import { linkSummary } from '../linkForm.ts';
import { changeAnswer } from '../spec/changedAnswer.ts';
import { fullUser, newUser, openQueue, openView, type ScreenCase, waitForDialog, waitForText } from './screenCase.ts';

/** Changes the failed posting to an unconfirmed one. */
const makeUnconfirmed = (page: Page) =>
  changeAnswer<TaskDetail>(page, /\/api\/tasks\/[0-9a-f-]{36}$/, (detail) => ({
    ...detail,
    page_postings: detail.page_postings.map((posting) =>
      posting.status === 'failed' ? { ...posting, error_code: 'unconfirmed' } : posting,
    ),
  }));

const REPLACING = {
  replaces: {
    browser: 'Chrome on macOS',
    linked_at: '2026-02-01T12:00:00.000Z',
    last_polled_at: '2026-03-01T11:58:00.000Z',
  },
};

/** Everything that can need a person, at 300 pages. */
async function needAttention(page: Page) {
  const counts = [12, 3, 2, 296, 4, 1, 2, 1];
  await page.route(/\/api\/attention(\?|$)/, (route) => {
    const kind = new URL(route.request().url()).searchParams.get('kind');
    const json = Object.fromEntries(ATTENTION_KINDS.map((one, n) => [one, counts[n]]));
    return route.fulfill({ json: { ...json, rows: kind ? attentionRows(kind) : [] } });
  });
}
const attentionRows = (kind: string | null): AttentionRow[] =>
  Array.from({ length: kind === 'offline' ? 296 : 12 }, (_, n) => {
    const isPosting = kind === 'failed' || kind === 'unconfirmed';
    return {
      id: uuid(3_000 + n),
      task_id: isPosting ? uuid(20 + n) : null,
      name: n % 3 === 0 ? 'Anastasia Konstantinopolskaya' : `Luna Star ${n}`,
      flyer: isPosting ? 'Summer drop: 40 % off for the first hundred who come, from tonight until Sunday' : null,
      file_id: null,
      problem: isPosting
        ? 'The site asked for a captcha.'
        : n % 2 === 0
          ? 'Its runner on rack-17.example is not connected.'
          : null,
      at: '2026-03-01T12:00:00.000Z',
    };
  });

export const DIALOGS: readonly ScreenCase[] = [
  fullUser('attention strip', async (page) => {
    await needAttention(page);
    await openView(page, 'pages');
    await page.getByRole('region', { name: 'Needs attention' }).waitFor();
    await waitForText(page, 'Luna Star');
  }),
  fullUser('link dialog, replacing', async (page) => {
    await page.route('**/api/describe_linking', (route) => route.fulfill({ json: buildLinkDescription(REPLACING) }));
    await openView(page, 'pages');
    await page.getByRole('button', { name: 'Link OnlyFans Page' }).click();
    await page.getByPlaceholder('Paste your linking token here').fill('a-token');
    await linkSummary(page).waitFor();
  }),
  newUser('privacy dialog, deletion', async (page) => {
    await page.goto('/?dialog=privacy');
    await page.getByRole('button', { name: 'Download', exact: true }).waitFor();
    await page.getByRole('textbox', { name: 'Type DELETE to confirm' }).fill('DELETE');
    await page.getByRole('button', { name: 'Delete my account' }).scrollIntoViewIfNeeded();
  }),
  fullUser('account question', async (page) => {
    await page.goto('/auth/callback?id=777&first_name=Mia&last_name=Moon&username=mia&auth_date=1&hash=abc');
    await page.getByRole('heading', { name: 'Switch to another account?' }).waitFor();
  }),
  fullUser('purchase dialog', async (page) => {
    await openView(page, 'credits');
    await page.getByRole('button', { name: /^Buy/ }).first().click();
    await waitForDialog(page);
  }),
  fullUser('unconfirmed dialog', async (page) => {
    await makeUnconfirmed(page);
    await openQueue(page, /^Failed/);
    await page.getByRole('list', { name: 'Failed pages' }).waitFor();
    await page.getByRole('button', { name: 'Retry', exact: true }).click();
    await waitForText(page, 'The post may be live already');
    await waitForDialog(page);
  }),
];
