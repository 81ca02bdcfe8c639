import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { SitePack } from '@flyerdeck/contracts';
import { checkSitePack } from '@flyerdeck/contracts/checkSitePack';
import { chromium } from '@playwright/test';
import { build } from 'esbuild';
import config from '../playwright.config.ts';
import { SAVE_SHOWN_PAGE } from './saveShownPage.ts';

/** Links of the page are the site's own. */
const SAVED_PAGE = 'http://saved.invalid/';
const USAGE = `npm run try-site-pack -- PACK PAGE    prints what the extension reads with the site pack in the file PACK on the page saved in the file PAGE

To save a page as it is shown, enter this in the console of its DevTools and paste the clipboard into a file:
${SAVE_SHOWN_PAGE}
`;

function endWith(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

const [packFile, pageFile] = process.argv.slice(2);
if (!packFile || !pageFile) endWith(USAGE);
const file: unknown = JSON.parse(await readFile(packFile, 'utf8'));
const problems = checkSitePack(file);
if (problems.length > 0) endWith(problems.join('\n'));
const pack = file as SitePack;

const contracts = path.join(import.meta.dirname, '../../contracts/src');
const { outputFiles } = await build({
  entryPoints: [path.join(import.meta.dirname, 'findInSavedPage.ts')],
  alias: { '@flyerdeck/contracts': contracts },
  define: { __WAITS__: JSON.stringify({ alarmSeconds: 1, siteSeconds: 1, answerSeconds: 1 }) },
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
  // Cookies and storage are not in a saved page: where the pack reads the account's id there, it is 1.
  const { id } = pack.account;
  if ('cookie' in id) await context.addCookies([{ name: id.cookie, value: '1', url: SAVED_PAGE }]);
  const html = await readFile(pageFile, 'utf8');
  await page.route(SAVED_PAGE, (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body: html }));
  await page.goto(SAVED_PAGE);
  if ('localStorage' in id) {
    const value = (id.field?.split('.') ?? []).reduceRight<unknown>((inner, key) => ({ [key]: inner }), 1);
    await page.evaluate(([key, json]) => localStorage.setItem(key, json), [
      id.localStorage,
      JSON.stringify(value),
    ] as const);
  }
  await page.evaluate(outputFiles[0]?.text ?? '');
  const lines = await page.evaluate(
    (tried) => (globalThis as unknown as { findInPage(pack: SitePack): string[] }).findInPage(tried),
    pack,
  );
  process.stdout.write(`${lines.join('\n')}\n`);
} finally {
  await browser.close();
}
