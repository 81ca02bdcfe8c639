import path from 'node:path';
import { defineConfig } from '@playwright/test';
import config from '../playwright.config.ts';

const { projects: _ofTests, ...settings } = config;

/** Configuration of `npm run shots`, which only takes pictures. */
export default defineConfig(settings, {
  testDir: import.meta.dirname,
  testMatch: 'shots.ts',
  outputDir: path.join(import.meta.dirname, '../test-results/shots'),
  reporter: [['line']],
  use: { trace: 'off' },
});
