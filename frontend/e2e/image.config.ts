import path from 'node:path';
import { defineConfig } from '@playwright/test';
import config from '../playwright.config.ts';

const { projects: _ofTests, globalSetup: _ofTestsToo, ...settings } = config;

/** Configuration of .docker/check and .docker/checkInstall. */
export default defineConfig(settings, {
  testDir: path.join(import.meta.dirname, 'jobs'),
  testMatch: ['image.ts', 'install.ts'],
  outputDir: path.join(import.meta.dirname, '../test-results/image'),
  reporter: [['list']],
  workers: 1,
});
