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

interface Call {
  readonly askedAtMs: number;
  readonly answeredAtMs: number | null;
}
/** When the app asked for an address and had its answer, in the page's own time; before the first navigation. */
async function recordCalls(page: Page, address: string): Promise<() => Promise<readonly Call[]>> {
  await page.addInitScript((wanted) => {
    const calls: { askedAtMs: number; answeredAtMs: number | null }[] = [];
    const realFetch = window.fetch;
    window.fetch = async (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input, location.href);
      if (url.pathname !== wanted) return realFetch(input, init);
      const call: (typeof calls)[number] = { askedAtMs: Date.now(), answeredAtMs: null };
      calls.push(call);
      return realFetch(input, init).finally(() => {
        call.answeredAtMs = Date.now();
      });
    };
    Object.assign(window, { recordedCalls: calls });
  }, address);
  return () => page.evaluate(() => (window as unknown as { recordedCalls: Call[] }).recordedCalls);
}

const POLL_STEP_MS = 500;

export const seePolling = async ({ page }: { page: Page }) => {
  await page.clock.install();
  const polls = await recordCalls(page, '/api/queue/status');
  await openQueue({ page });
  await expect(page.getByText('No tasks in queue.')).toBeVisible();
  const clock = await stopClock(page);
  const before = (await polls()).length;
  // The 5 seconds begin with an answer, which comes in real time: none passes for the page while one is waited for.
  await expect(async () => {
    const calls = await polls();
    if (calls.at(-1)?.answeredAtMs !== null) await clock.pass(POLL_STEP_MS);
    expect(calls.length).toBeGreaterThanOrEqual(before + 3);
  }).toPass({ timeout: 20_000, intervals: [20] });
  const [first, second, third] = (await polls()).slice(before);
  for (const [one, next] of [
    [first, second],
    [second, third],
  ]) {
    const waitedMs = (next?.askedAtMs ?? Number.NaN) - (one?.answeredAtMs ?? Number.NaN);
    expect(waitedMs).toBeGreaterThanOrEqual(5_000);
    expect(waitedMs).toBeLessThanOrEqual(5_000 + POLL_STEP_MS);
  }
  await page.getByRole('tab', { name: 'Presets', exact: true }).click();
  await clock.passUntilSeen(page.getByText('No presets found. Create your first preset!'));
  const after = (await polls()).length;
  await clock.pass(20_000);
  expect(await polls()).toHaveLength(after);
};
