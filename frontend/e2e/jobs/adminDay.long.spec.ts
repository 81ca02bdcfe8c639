import type { CreditBalance, listPackages, ResponseOf, Task } from '@flyerdeck/contracts';
import type { Page } from '@playwright/test';
import { linkPage, makeAssistant, tasksOf } from '../sampleAccount.ts';
import { Person } from '../spec/Person.ts';
import { expect, test } from '../spec/personTest.ts';

const FLYERS = 4;
const PAGES = 3;
/** One posting succeeds; 10 fail, and the last one is held by its page. */
const SUCCEEDED = 1;
const ALIKE = 10;
const HELD = 1;
const ERROR = 'The site asked for a captcha.';
const CORRECTION = 12_345;

const format = (count: number) => count.toLocaleString('en-US');

test.use({ visitor: 'admin' });
test.setTimeout(240_000);

/** A user whose pages posted one flyer, failed 10 times for the same reason, and hold one more posting. */
async function makeTrouble(baseUrl: string) {
  expect(SUCCEEDED + ALIKE + HELD).toBe(FLYERS * PAGES);
  const owner = await Person.signUp(baseUrl);
  const names = Array.from({ length: PAGES }, (_, index) => `Page ${index + 1} of ${owner.session.telegram_id}`);
  const pages = await Promise.all(names.map((name) => linkPage(owner, baseUrl, name, null, [])));
  const assistant = await makeAssistant(owner, {
    name: 'Autumn',
    texts: Array.from({ length: FLYERS }, (_, index) => `Flyer ${index + 1}`),
    rules: { target_pages: pages.map(({ guid }) => guid) },
    hue: 30,
  });
  await owner.call('POST', `/assistants/${assistant._id}/add-to-queue`);
  await owner.call('POST', '/queue/start');

  const [last, ...others] = pages.map(({ device }) => device);
  if (!last) throw new Error('There are no pages.');
  await last.post();
  const failAll = async (device: typeof last, count: number) => {
    for (let failed = 0; failed < count; failed++) await device.fail(ERROR);
  };
  await Promise.all([...others.map((device) => failAll(device, FLYERS)), failAll(last, FLYERS - SUCCEEDED - HELD)]);
  const held = await last.claim();
  return {
    owner,
    held,
    reportFailure: () => last.reportFailure(held, ERROR),
    tasks: () => tasksOf(owner, assistant._id),
    balance: async () => (await owner.call<CreditBalance>('GET', '/credits/balance')).credits_balance,
  };
}

type Trouble = Awaited<ReturnType<typeof makeTrouble>>;

const sumOf = (tasks: readonly Task[], status: keyof Task['page_counts']) =>
  tasks.reduce((sum, { page_counts }) => sum + page_counts[status], 0);

const postingsHeading = (page: Page, count: number) =>
  expect(page.getByRole('heading', { name: `All Postings (${count})`, exact: true })).toBeVisible();

async function choose(page: Page, filter: string, option: string) {
  await page.getByRole('combobox', { name: filter, exact: true }).click();
  await page.locator('.ant-select-item-option').getByText(option, { exact: true }).click();
}

async function filterByOwner(page: Page, { session }: Person) {
  await page.getByRole('textbox', { name: 'Owner' }).fill(session.telegram_id);
  await page.getByRole('textbox', { name: 'Owner' }).press('Enter');
}

/** Finds the posting that its page does not give back, and reads the error once the page has reported it. */
async function findStuckPosting(page: Page, { owner, held, reportFailure }: Trouble) {
  await page.goto('/admin/postings');
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await filterByOwner(page, owner);
  await postingsHeading(page, FLYERS * PAGES);
  await choose(page, 'Stuck', 'Claimed, not submitting');
  await page.getByRole('spinbutton', { name: 'Minutes without a change' }).fill('0');
  await postingsHeading(page, HELD);
  await page.getByRole('button', { name: `details of ${held.text}` }).click();
  const details = page.getByRole('region', { name: 'Posting details' });
  await expect(details).toContainText(held.id);
  await expect(details.getByRole('alert')).toHaveCount(0);

  await reportFailure();
  await choose(page, 'Stuck', 'Stuck or not');
  await postingsHeading(page, FLYERS * PAGES);
  await expect(details).toContainText(held.id);
  await expect(details.getByRole('alert')).toContainText(ERROR);
  return details;
}

/** Retries the posting and those with the same error. The count is read first, and it changes nothing. */
async function retryAllLikeIt(page: Page, details: ReturnType<Page['getByRole']>, { owner, tasks }: Trouble) {
  const dialog = page.getByRole('dialog', { name: 'Retry failed postings' });
  const failed = HELD + ALIKE;
  await details.getByRole('button', { name: 'Retry…' }).click();
  await expect(dialog.getByRole('status')).toHaveText('1 selected posting.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await details.getByRole('link', { name: 'All that failed like this' }).click();
  await filterByOwner(page, owner);
  await postingsHeading(page, failed);
  await page.getByRole('button', { name: 'Retry failed…' }).click();
  await expect(dialog.getByRole('status')).toHaveText(`${failed} failed postings with the filters of the list.`);
  expect(sumOf(await tasks(), 'failed')).toBe(failed);
  await dialog.getByRole('button', { name: 'Retry', exact: true }).click();
  await expect(dialog).toBeHidden();
  const retried = await tasks();
  expect(sumOf(retried, 'failed')).toBe(0);
  expect(sumOf(retried, 'posted')).toBe(SUCCEEDED);
}

/** Adds many credits, which has to be confirmed, and books a package that was paid through support. */
async function correctBalanceAndBookPurchase(page: Page, { owner, balance }: Trouble) {
  const id = owner.session.telegram_id;
  const dialog = page.getByRole('dialog', { name: /^Adjust Credits/ });
  const row = page.getByRole('row').filter({ has: page.getByText(`ID: ${id}`, { exact: true }) });
  const openDialog = () => row.getByRole('button', { name: /^Adjust Credits/ }).click();
  const before = await balance();
  await page.goto(`/admin/users/${id}`);
  await page.getByRole('button', { name: 'Adjust Credits' }).click();
  await openDialog();
  await dialog.getByRole('spinbutton', { name: 'Amount' }).fill(String(CORRECTION));
  await dialog.getByRole('button', { name: 'Apply Adjustment', exact: true }).click();
  const question = page.getByRole('dialog', { name: `Add ${format(CORRECTION)} credits?` });
  await expect(question).toContainText(`from ${format(before)} credits to ${format(before + CORRECTION)} credits`);
  expect(await balance()).toBe(before);
  await question.getByRole('button', { name: 'Add Credits', exact: true }).click();
  await expect(dialog).toBeHidden();
  expect(await balance()).toBe(before + CORRECTION);

  const { packages } = await owner.call<ResponseOf<typeof listPackages>>('GET', '/credits/packages');
  const [bought] = packages;
  if (!bought) throw new Error('There are no packages.');
  await openDialog();
  await dialog.getByText('Purchase', { exact: true }).click();
  await dialog.getByRole('combobox', { name: 'Package' }).click();
  await page
    .locator('.ant-select-item-option')
    .filter({ hasText: `${bought.name}: ` })
    .click();
  await dialog.getByRole('button', { name: 'Book Purchase', exact: true }).click();
  await expect(dialog).toBeHidden();
  expect(await balance()).toBe(before + CORRECTION + bought.total_credits);
  return bought.total_credits;
}

async function deactivate(page: Page, { owner }: Trouble) {
  await page.goto(`/admin/users/${owner.session.telegram_id}`);
  const active = page.getByRole('switch', { name: 'Active Status', exact: true });
  await active.click();
  const question = page.getByRole('dialog', { name: 'Deactivate user?' });
  await expect(active).toBeChecked();
  // The switch changes before the server answers.
  const answer = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await question.getByRole('button', { name: 'Deactivate', exact: true }).click();
  await expect(active).not.toBeChecked();
  expect((await answer).status()).toBe(200);
  await expect(owner.call('GET', '/auth/me')).rejects.toThrow(/answered 40[13]/);
}

test("an admin's day: a stuck posting and 10 like it are retried, a balance is corrected, a purchase is booked, a user is deactivated, and all of it is in the audit log", async ({
  page,
  product,
}) => {
  const trouble = await makeTrouble(product.baseUrl);
  const id = trouble.owner.session.telegram_id;
  const details = await findStuckPosting(page, trouble);
  await retryAllLikeIt(page, details, trouble);
  const purchased = await correctBalanceAndBookPurchase(page, trouble);
  await deactivate(page, trouble);

  await page.getByRole('link', { name: 'Open in Audit Log' }).click();
  const events = page.locator('tr[data-row-key]');
  await expect(page).toHaveURL(`/admin/audit?user=${id}`);
  await expect(events).toContainText([
    new RegExp(`Deactivated.*ID: ${id}`),
    new RegExp(`Purchase booked.*ID: ${id}.*\\+${format(purchased)} credits`),
    new RegExp(`Credits adjusted.*ID: ${id}.*\\+${format(CORRECTION)} credits`),
    new RegExp(`User viewed.*ID: ${id}`),
  ]);
  await expect(events).toHaveCount(4);
  // A bulk retry has no single user, so it is found by its kind.
  await page.getByRole('button', { name: `Only user ${id}` }).click();
  await expect(page).toHaveURL('/admin/audit');
  await choose(page, 'What', 'Postings retried');
  await expect(events.filter({ hasText: `${HELD + ALIKE} postings` }).first()).toContainText(ERROR);
});
