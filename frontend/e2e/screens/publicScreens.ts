import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { uuid } from '../../test/builders.ts';
import { type ScreenCase, signedOut, waitForText } from './screenCase.ts';

export const PUBLIC_SCREENS: readonly ScreenCase[] = [
  signedOut('landing page', async (page) => {
    await page.goto('/auth');
    await waitForText(page, 'Most popular');
  }),
  signedOut('privacy notice of the landing page', async (page) => {
    await page.goto('/auth');
    await page.getByRole('button', { name: 'Privacy and data' }).click();
    await page.getByRole('table', { name: 'What is stored' }).waitFor();
  }),
  signedOut('linking token', async (page, { unlinked }) => {
    await page.goto(`/verify-link/${unlinked.linkingToken}`);
    await waitForText(page, unlinked.pageName);
  }),
  signedOut('preview', async (page, { previewId }) => {
    await page.goto(`/screenshot-view/${previewId}`);
    await page.locator('body[data-page-ready="true"]').waitFor({ state: 'attached' });
  }),
];

const FIXTURE = path.join(import.meta.dirname, '../../src/replay/fixtures/main-job.json');

/** The fixture is older than the records of network calls, so they are added. */
function logWithCalls(): string {
  const log = JSON.parse(readFileSync(FIXTURE, 'utf8'));
  for (const [index, { action }] of log.entries.entries()) {
    const { meta } = action;
    if (meta?.requestStatus !== 'fulfilled') continue;
    const isRetry = meta.arg.endpointName === 'retryTask';
    const call = isRetry
      ? { method: 'POST', path: `/api/tasks/${uuid(7)}/retry` }
      : { method: 'GET', path: `/api/${meta.arg.endpointName}` };
    meta.baseQueryMeta = { ...call, status: 200, requestId: uuid(index) };
  }
  return JSON.stringify(log);
}

export const REPLAY: readonly ScreenCase[] = [
  signedOut('replay', async (page) => {
    await page.goto('/?replay');
    await page
      .getByLabel('Load log')
      .setInputFiles({ name: 'main-job.json', mimeType: 'application/json', buffer: Buffer.from(logWithCalls()) });
    await page.frameLocator('iframe').getByRole('tab', { name: 'Credits' }).waitFor();
    await page.getByRole('searchbox', { name: 'Search actions' }).fill('retryTask');
    await page.getByRole('button', { name: 'Step back' }).click();
    await expect(page.getByRole('list', { name: 'Changes' })).toContainText('api.');
    await page.getByRole('region', { name: 'Network call' }).waitFor();
  }),
];
