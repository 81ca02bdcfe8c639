import { expect, test } from '@playwright/test';
import { doMainJob } from './mainJob.ts';
import { startTopology } from './topology.ts';

test('the main job works through two api processes, two workers and a bot on one database', async ({ browser }) => {
  test.setTimeout(150_000);
  const topology = await startTopology();
  try {
    const context = await browser.newContext({ baseURL: topology.baseUrl });
    await doMainJob(await context.newPage(), topology);
    await context.close();

    expect(Math.min(...topology.proxy.served)).toBeGreaterThan(20);
    const previewCounts = (await topology.metricsOf('worker')).map((text) =>
      Number(/flyerdeck_screenshots_total\{outcome="made"\} (\d+)/.exec(text)?.[1] ?? 0),
    );
    expect(previewCounts.reduce((sum, count) => sum + count, 0)).toBe(3);
    expect(topology.botApi.calls.map(({ method }) => method)).toContain('getUpdates');
  } finally {
    expect(await topology.stop()).toEqual([0, 0, 0, 0, 0]);
  }
});
