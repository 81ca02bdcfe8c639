import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { SitePack } from '@flyerdeck/contracts';
import { checkSitePack } from '@flyerdeck/contracts/checkSitePack';
import { chromium } from '@playwright/test';
import { build } from 'esbuild';
import config from '../playwright.config.ts';
import { SAVE_SHOWN_PAGE } from './saveShownPage.ts';

const USAGE = `npm run try-site-pack -- PACK PAGE    prints what the site pack in the file PACK finds on the page saved in the file PAGE

To save a page as it is shown, enter this in the console of its DevTools and paste the clipboard into a file:
${SAVE_SHOWN_PAGE}
`;

function endWith(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

const [packFile, pageFile] = process.argv.slice(2);
if (!packFile || !pageFile) endWith(USAGE);
const pack = JSON.parse(await readFile(packFile, 'utf8')) as SitePack;
const problems = checkSitePack(pack);
if (problems.length > 0) endWith(problems.join('\n'));

const contracts = path.join(import.meta.dirname, '../../contracts/src');
const { outputFiles } = await build({
  entryPoints: [path.join(import.meta.dirname, 'findInSavedPage.ts')],
  alias: Object.fromEntries(
    ['sitePack', 'sitePackWords'].map((name) => [`@flyerdeck/contracts/${name}`, path.join(contracts, `${name}.ts`)]),
  ),
  tsconfigRaw: {},
  bundle: true,
  format: 'iife',
  write: false,
});
const browser = await chromium.launch(config.use?.launchOptions);
try {
  // The saved page shows what it was when it was saved: it runs no scripts and loads nothing.
  const context = await browser.newContext({ javaScriptEnabled: false, offline: true });
  const page = await context.newPage();
  await page.goto(pathToFileURL(pageFile).href);
  await page.evaluate(outputFiles[0]?.text ?? '');
  const lines = await page.evaluate(
    (tried) => (globalThis as unknown as { findInPage(pack: SitePack): string[] }).findInPage(tried),
    pack,
  );
  process.stdout.write(`${lines.join('\n')}\n`);
} finally {
  await browser.close();
}
