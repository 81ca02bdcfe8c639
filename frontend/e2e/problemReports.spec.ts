import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { Device } from './device.ts';
import { ADMIN_TELEGRAM_ID, expect, test } from './product.ts';
import { serveBuiltFiles } from './replay/builtFiles.ts';
import { ReplayPanel } from './replay/replayPanel.ts';
import { Person } from './spec/Person.ts';

async function sendReport(page: Page, sentence: string): Promise<void> {
  await page.getByLabel('What went wrong?').fill(sentence);
  await page.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByText('Thank you, the report was sent.')).toBeVisible();
}

test('a user reports a problem, an admin finds and downloads it, and the replay shows what was open [S14.2-8]', async ({
  browser,
  product,
}) => {
  const person = await Person.signUp(product.baseUrl);
  const device = await Device.requestLink(product.baseUrl, 'Luna Star');
  const context = await person.openBrowser(browser);
  const page = await context.newPage();
  await page.goto('/');
  await page.getByRole('button', { name: 'Link OnlyFans Page' }).click();
  await page.getByPlaceholder('Paste your linking token here').fill(device.linkingToken);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('tab', { name: 'Queue', exact: true }).click();
  await page.getByRole('tab', { name: /^Failed/ }).click();
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Report a problem' }).click();
  const sentence = `The dialog closed by itself ${person.session.telegram_id}`;
  await sendReport(page, sentence);
  await context.close();

  const admin = await Person.signIn(product.baseUrl, ADMIN_TELEGRAM_ID);
  const adminContext = await admin.openBrowser(browser);
  const adminPage = await adminContext.newPage();
  await adminPage.goto('/admin');
  await adminPage.getByRole('navigation').getByRole('link', { name: 'Reports' }).click();
  await adminPage.getByPlaceholder('Search text, user, build or request id').fill(person.session.telegram_id);
  await expect(adminPage.getByText('Reports (1)')).toBeVisible();
  const download = adminPage.waitForEvent('download');
  await adminPage.getByRole('button', { name: `Download the report: ${sentence}` }).click();
  const file = test.info().outputPath('report.json');
  await (await download).saveAs(file);
  await adminContext.close();

  const text = await readFile(file, 'utf8');
  for (const secret of [person.session.session_token, device.linkingToken, device.deviceSecret])
    expect(text).not.toContain(secret);
  const { report, log } = JSON.parse(text);
  expect(report).toMatchObject({ sentence, telegram_id: person.session.telegram_id, is_cut: false });
  const ids = log.entries.map(
    (entry: { action: { meta?: { baseQueryMeta?: { requestId: string } } } }) =>
      entry.action.meta?.baseQueryMeta?.requestId,
  );
  expect(ids).toContain(report.request_ids[0]);

  const files = await serveBuiltFiles();
  const replayContext = await browser.newContext();
  const replayPage = await replayContext.newPage();
  const panel = await ReplayPanel.open(replayPage, files.url);
  await panel.load(file, log.entries.length);
  await expect(panel.app.getByRole('tab', { name: /^Failed/ })).toHaveAttribute('aria-selected', 'true');
  await expect(panel.app.getByRole('dialog', { name: 'Report a problem' })).toBeVisible();
  await expect(panel.app.getByLabel('What went wrong?')).toHaveValue(sentence);
  const search = replayPage.getByRole('searchbox', { name: 'Search actions' });
  await search.fill(`{"requestId":"${report.request_ids.at(-1)}","status":200}`);
  await search.press('Enter');
  await expect(replayPage.getByRole('region', { name: 'Network call' })).toContainText(report.request_ids.at(-1));
  const dialogOpenedAt = log.entries.findIndex(
    ({ action }: { action: { payload?: { key?: string } } }) => action.payload?.key === 'linkForm',
  );
  await panel.scrubTo(dialogOpenedAt + 1);
  await expect(panel.app.getByRole('dialog', { name: 'Link OnlyFans Page' })).toBeVisible();
  await expect(panel.app.getByPlaceholder('Paste your linking token here')).toHaveValue(/^redacted-\d+$/);
  await replayContext.close();
  await files.stop();
});
