import { ADMIN_TELEGRAM_ID, expect, test } from '../product.ts';
import { Person } from '../spec/Person.ts';
import { serveBuiltFiles } from './builtFiles.ts';
import { foldInNode } from './foldInNode.ts';
import { downloadLogByKey, positionOf, recordScreen, saveAsFixture } from './recordedLog.ts';
import { ReplayPanel } from './replayPanel.ts';

test('a log of an admin replays the users, user and credits screens', async ({ browser, product }) => {
  const people = await Promise.all(Array.from({ length: 5 }, () => Person.signUp(product.baseUrl)));
  const [firstUser] = people;
  if (!firstUser) throw new Error('No user signed up.');
  const admin = await Person.signIn(product.baseUrl, ADMIN_TELEGRAM_ID);
  const context = await admin.openBrowser(browser);
  const page = await context.newPage();
  await page.setViewportSize({ width: 1280, height: 900 });

  await page.goto('/admin');
  await expect(page.getByRole('region', { name: 'System Statistics' })).toBeVisible();
  await page.getByRole('button', { name: 'Manage Users' }).click();
  const { telegram_id: id } = firstUser.session;
  await page.getByPlaceholder('Search users by name, username, or Telegram ID').fill(id);
  const found = page.getByRole('table', { name: 'Users' }).getByRole('link', { name: id, exact: true });
  await expect(found).toBeVisible();
  await found.click();
  const isActive = page.getByRole('switch', { name: 'Active Status', exact: true });
  await isActive.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate', exact: true }).click();
  await expect(isActive).not.toBeChecked();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const user = await recordScreen(page);

  await page.goBack();
  await page.goBack();
  await page.getByRole('button', { name: 'Credit Management' }).click();
  // Other tests add users to the same product, so the row may not be rendered without a search.
  await page.getByPlaceholder('Search users by name, username, or Telegram ID').fill(id);
  await expect(page).toHaveURL(new RegExp(`search=${id}`));
  const row = page.getByRole('row').filter({ hasText: `ID: ${id}` });
  await row.getByRole('button', { name: /^Adjust Credits/ }).click();
  await page.getByRole('spinbutton', { name: 'Amount' }).fill('25');
  await page.getByRole('button', { name: 'Apply Adjustment', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(row).toContainText('175');
  // A success message is not in the log, so the screen is read after it has disappeared.
  await page.getByRole('navigation').getByRole('link', { name: 'Users' }).click();
  await expect(page.getByRole('table', { name: 'Users' }).last()).toBeVisible();
  await page.goBack();
  await expect(row).toContainText('175');
  await expect(page.getByText('Credits added: 25.')).toHaveCount(0);
  const credits = await recordScreen(page);

  const log = await downloadLogByKey(page);
  await saveAsFixture('admin-session', log);
  expect(log.text).not.toContain(admin.session.session_token);
  await context.close();

  const files = await serveBuiltFiles();
  const replayContext = await browser.newContext();
  const panel = await ReplayPanel.open(await replayContext.newPage(), files.url);
  await panel.load(log.file, log.entries.length);
  expect(await panel.downloadState()).toBe(await foldInNode(log.file, log.entries.length));
  for (const seen of [credits, user]) {
    await panel.scrubTo(positionOf(log, seen));
    await expect.poll(() => panel.readApp()).toBe(seen.text);
  }
  expect(files.requestedPaths.filter((path) => path.startsWith('/api'))).toEqual([]);
  await replayContext.close();
  await files.stop();
});
