import type { Task } from '@flyerdeck/contracts';
import type { Page } from '@playwright/test';
import { linkPage, makeAssistant } from '../believableData.ts';
import type { Product } from '../product.ts';
import type { Person } from './Person.ts';
import { expect } from './specRow.ts';
import { stopClock } from './stoppedClock.ts';

export const openQueue = async ({ page }: { page: Page }) => {
  await page.goto('/?view=queue');
};
export const tab = (page: Page, name: RegExp) => page.getByRole('tab', { name });
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const path = (url: string) => decodeURIComponent(new URL(url).pathname + new URL(url).search);
export const asked = (page: Page, address: string) => page.waitForRequest((request) => path(request.url()) === address);

/** Counts the requests of an address from now on. */
export function countRequests(page: Page, address: string): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (path(request.url()) === address) count += 1;
  });
  return () => count;
}

export async function queueOneFlyer(person: Person, { baseUrl }: Product) {
  const mila = await linkPage(person, baseUrl, 'Mila Rose', null, []);
  const rules = { target_pages: [mila.guid] };
  const { _id } = await makeAssistant(person, { name: 'Evening', texts: ['Tonight at nine'], rules, hue: 20 });
  await person.call('POST', `/assistants/${_id}/add-to-queue`);
  return mila.device;
}

export async function failOneFlyer(person: Person, product: Product): Promise<{ taskId: string }> {
  const device = await queueOneFlyer(person, product);
  await person.call('POST', '/queue/start');
  await device.fail('The site asked for a captcha.');
  const [task] = await person.call<Task[]>('GET', '/tasks?status=failed');
  if (!task) throw new Error('No task failed.');
  return { taskId: task._id };
}

export async function openFailed(page: Page) {
  await openQueue({ page });
  await tab(page, /^Failed/).click();
}

export const seePolling = async ({ page }: { page: Page }) => {
  await page.clock.install();
  await openQueue({ page });
  await expect(page.getByText('No tasks in queue.')).toBeVisible();
  const clock = await stopClock(page);
  const polls = countRequests(page, '/api/queue/status');
  // How long ago the last poll was when the clock stopped, or whether its answer is there, nobody knows: in steps to the
  // next one, and 5 seconds from there.
  await expect(async () => {
    if (polls() === 0) await clock.pass(500);
    expect(polls()).toBe(1);
  }).toPass({ timeout: 15_000, intervals: [50] });
  await page.waitForLoadState('networkidle');
  expect(polls()).toBe(1);
  await clock.pass(4_000);
  expect(polls()).toBe(1);
  await clock.pass(1_000);
  await expect.poll(polls).toBe(2);
  await page.getByRole('tab', { name: 'Presets', exact: true }).click();
  await clock.passUntilSeen(page.getByText('No presets found. Create your first preset!'));
  const after = polls();
  await clock.pass(20_000);
  expect(polls()).toBe(after);
};
