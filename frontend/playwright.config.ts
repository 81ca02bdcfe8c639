import { tmpdir } from 'node:os';
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { findChromium } from '../backend/src/postings/screenshots/chromiumPath.ts';

/**
 * The same browser that takes the screenshots: CHROMIUM_PATH, else the system's, else the one from npm. The extension's
 * tests start their own browsers.
 */
const { executablePath, env } = await findChromium({
  chromiumPath: process.env.CHROMIUM_PATH ?? null,
  dataDir: path.join(tmpdir(), 'flyerdeck-e2e'),
});

const EXTENSION_TESTS = '{extension,runner}*.spec.ts';
/** Whole jobs that take minutes: not part of `npm test`, but of `npm run test:long`. */
const LONG_TESTS = '*.long.spec.ts';
/** Real sites that are installed for the test: `npm run test:sites`. */
const SITE_TESTS = '*.sites.spec.ts';

/** A test waits for a state as long as that takes, within this limit for the whole test. */
export const LIMIT_MS = 300_000;

export default defineConfig({
  testDir: './e2e',
  outputDir: './test-results',
  timeout: LIMIT_MS,
  // Less than the whole, so that the message says what did not come.
  expect: { timeout: LIMIT_MS - 30_000 },
  fullyParallel: true,
  globalSetup: path.join(import.meta.dirname, 'e2e/sharedProduct.ts'),
  // For two cores, because pages often wait.
  workers: 3,
  projects: [
    // It waits for Chrome's alarms and for timeouts of the site.
    {
      name: 'extension',
      testMatch: EXTENSION_TESTS,
      testIgnore: LONG_TESTS,
      workers: Number(process.env.EXTENSION_WORKERS ?? 1),
    },
    { name: 'web', testIgnore: [EXTENSION_TESTS, LONG_TESTS, SITE_TESTS] },
    { name: 'long', testMatch: LONG_TESTS, workers: 2 },
    { name: 'sites', testMatch: SITE_TESTS, workers: 1 },
  ],
  forbidOnly: true,
  reporter: [
    ['list'],
    ['./e2e/failedPages.ts'],
    ['json', { outputFile: process.env.BROWSER_REPORT ?? '../node_modules/.browser-report.json' }],
  ],
  use: {
    viewport: { width: 1280, height: 900 },
    // With 24 hours. American English has 12.
    locale: 'en-GB',
    // A click on a dialog that is still animated may miss its buttons.
    contextOptions: { reducedMotion: 'reduce' },
    // No trace: recording costs a tenth of the run. `--trace on` records what failed.
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath,
      env: { ...process.env, ...env } as Record<string, string>,
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
