import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { imageRoot, startImageTopology } from './imageTopology.ts';
import { doMainJob } from './mainJob.ts';

const LOCK_FILE = path.join(import.meta.dirname, '../../../package-lock.json');
/** The web app is built, so its packages are not needed to serve it. */
const NOT_OF_THE_SERVER = 'react react-dom antd @ant-design @reduxjs typescript @typescript vite'.split(' ');

test('the image has no packages of the web app, no compiler and no development packages', () => {
  const { packages } = JSON.parse(readFileSync(LOCK_FILE, 'utf8')) as { packages: Record<string, { dev?: boolean }> };
  const ofDevelopment = Object.keys(packages).filter((folder) => packages[folder]?.dev);
  expect(ofDevelopment).toContain('node_modules/jest');
  const unwanted = [...ofDevelopment, ...NOT_OF_THE_SERVER.map((name) => `node_modules/${name}`)];
  const inImage = (name: string) => existsSync(path.join(imageRoot(), 'app', name));
  expect(inImage('node_modules/koa')).toBe(true);
  expect(unwanted.filter(inImage)).toEqual([]);
});

const settingsOf = async (baseUrl: string) => {
  const html = await (await fetch(baseUrl, { headers: { Accept: 'text/html' } })).text();
  return JSON.parse(/<script id="settings" type="application\/json">(.*?)<\/script>/.exec(html)?.[1] ?? '');
};

test('the main job works through the processes of the image, and each process has its own settings', async ({
  browser,
}) => {
  const topology = await startImageTopology();
  try {
    const context = await browser.newContext({ baseURL: topology.baseUrl, ignoreHTTPSErrors: true });
    await doMainJob(await context.newPage(), topology);
    await context.close();
    // The log has a line of the WebSocket when it is closed.
    await expect.poll(topology.proxyLog).toMatch(/"path":"\/api\/live","status":"101"/);
    const addresses = [...(await topology.proxyLog()).matchAll(/"upstream":"([\d.:]+)"/g)].map(
      ([, address]) => address,
    );
    expect(new Set(addresses).size, 'the number of api processes that answered').toBe(2);

    await test.step('the bot answers a message that arrives at its webhook', async () => {
      topology.botApi.telegram.sendText({ id: 700_000_002, first_name: 'Ida' }, '/start');
      await expect.poll(() => topology.botApi.telegram.messagesTo(700_000_002).length).toBe(1);
      expect(topology.botApi.calls.map(({ method }) => method)).not.toContain('getUpdates');
    });

    expect(await settingsOf(topology.baseUrl)).toEqual({ mockAuth: true, botUsername: 'image_check_bot' });
    const other = await topology.startApi({ AUTH_MODE: 'telegram', BOT_USERNAME: '@other_bot' });
    expect(await settingsOf(other)).toEqual({ mockAuth: false, botUsername: 'other_bot' });
  } finally {
    expect(await topology.stop()).toEqual([0, 0, 0, 0, 0]);
  }
});
