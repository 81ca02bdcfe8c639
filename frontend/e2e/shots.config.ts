import path from 'node:path';
import { defineConfig } from '@playwright/test';
import config from '../playwright.config.ts';

/** `npm run shots`: the browser tests' setting for taking pictures of screens, which tests nothing. */
export default defineConfig(config, {
  testDir: import.meta.dirname,
  testMatch: ['shots.ts', 'miniAppShots.ts'],
  outputDir: path.join(import.meta.dirname, '../test-results/shots'),
  reporter: [['line']],
  use: { trace: 'off' },
});
