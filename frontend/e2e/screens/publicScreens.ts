import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { uuid } from '../../test/builders.ts';
import { type ScreenCase, waitForText } from './screenCase.ts';

export const PUBLIC_SCREENS: readonly ScreenCase[] = [
  {
    name: 'landing page',
    visitor: 'signedOut',
    async open(page) {
      await page.goto('/auth');
      await waitForText(page, 'Most popular');
    },
  },
  {
    name: 'privacy notice of the landing page',
    visitor: 'signedOut',
    async open(page) {
      await page.goto('/auth');
      await page.getByRole('button', { name: 'Privacy and data' }).click();
      await page.getByRole('list', { name: 'What is stored' }).waitFor();
    },
  },
  {
    name: 'landing page after a failed sign-in',
    visitor: 'signedOut',
    async open(page) {
      await page.goto('/auth/callback');
      await waitForText(page, 'Invalid authentication data');
    },
  },
  {
    name: 'linking token',
    visitor: 'signedOut',
    async open(page, { unlinked }) {
      await page.goto(`/verify-link/${unlinked.linkingToken}`);
      await waitForText(page, unlinked.pageName);
    },
  },
  {
    name: 'linking token, unknown',
    visitor: 'signedOut',
    async open(page) {
      await page.goto('/verify-link/no-such-token');
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'linking token, none',
    visitor: 'signedOut',
    async open(page) {
      await page.goto('/verify-link');
      await waitForText(page, 'No linking token provided in URL.');
    },
  },
  {
    name: 'preview',
    visitor: 'signedOut',
    async open(page, { previewId }) {
      await page.goto(`/screenshot-view/${previewId}`);
      await page.locator('body[data-page-ready="true"]').waitFor({ state: 'attached' });
    },
  },
  {
    name: 'preview, failing',
    visitor: 'signedOut',
    async open(page) {
      await page.goto(`/screenshot-view/${crypto.randomUUID()}`);
      await waitForText(page, /^Error loading preview: /);
    },
  },
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
  {
    name: 'replay, nothing loaded',
    visitor: 'signedOut',
    async open(page) {
      await page.goto('/?replay');
      await waitForText(page, 'Load an action log');
    },
  },
  {
    name: 'replay, not a log',
    visitor: 'signedOut',
    async open(page) {
      await page.goto('/?replay');
      await page
        .getByLabel('Load log')
        .setInputFiles({ name: 'notes.json', mimeType: 'application/json', buffer: Buffer.from('{}') });
      await waitForText(page, 'notes.json: This file is no action log of Flyerdeck.');
    },
  },
  {
    name: 'replay',
    visitor: 'signedOut',
    async open(page) {
      await page.goto('/?replay');
      await page
        .getByLabel('Load log')
        .setInputFiles({ name: 'main-job.json', mimeType: 'application/json', buffer: Buffer.from(logWithCalls()) });
      await page.frameLocator('iframe').getByRole('tab', { name: 'Credits' }).waitFor();
      await page.getByRole('combobox', { name: 'Show' }).selectOption('retryTask');
      await page.keyboard.press('Tab');
      await page.getByRole('button', { name: 'Step back' }).click();
      await expect(page.getByRole('list', { name: 'Changes' })).toContainText('api.');
      await page.getByRole('region', { name: 'Network call' }).waitFor();
    },
  },
];
