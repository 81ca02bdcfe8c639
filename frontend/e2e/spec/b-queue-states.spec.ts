import type { Page } from '@playwright/test';
import { expect, test } from './personTest.ts';
import { stopClock } from './stoppedClock.ts';

interface Call {
  readonly askedAtMs: number;
  readonly answeredAtMs: number | null;
}
/**
 * Records when the app called an address and got an answer, in the page's time. Call it before the first navigation.
 */
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

test('Queue status is polled every 5 seconds while on the Queue tab. [4.4-02, 9-21]', async ({ page }) => {
  await page.clock.install();
  const polls = await recordCalls(page, '/api/queue/status');
  await page.goto('/?view=queue');
  await expect(page.getByText('No tasks in queue.')).toBeVisible();
  const clock = await stopClock(page);
  const before = (await polls()).length;
  // The 5 seconds start at the answer. The page's clock is stopped, so waiting for the answer does not count.
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
  await clock.advanceUntilVisible(page.getByText('No presets found. Create your first preset!'));
  const after = (await polls()).length;
  await clock.pass(20_000);
  expect(await polls()).toHaveLength(after);
});
