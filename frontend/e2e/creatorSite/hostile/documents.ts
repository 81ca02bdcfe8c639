import { readFileSync } from 'node:fs';
import path from 'node:path';
import { html, type SiteAnswer } from '../loopbackServer.ts';
import { type Account, uuidOf } from '../SiteRecords.ts';
import { type Boot, className } from './app/boot.ts';
import { bundles } from './bundles.ts';
import { inEffect, type SwitchName } from './switches.ts';

const STYLES = readFileSync(path.join(import.meta.dirname, 'velvet.css'), 'utf8');

/** The style sheet with this start's class names. */
export const stylesFor = (seed: string): string =>
  STYLES.replace(/\.([a-z][\w-]*)/g, (_, name: string) => `.${className(seed, name)}`);

export const COOKIE_ATTRIBUTES = 'Path=/; Max-Age=86400; SameSite=Lax';

const escaped = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

/** The id that the site uses for an account: a number, or a UUID. */
export const accountIdOf = (account: Account, on: (name: SwitchName) => boolean): string =>
  inEffect('accountId', on) ? uuidOf(account.username) : account.id;

/** The document of every address. The account's id is in it only if it is meant to be there. */
export async function documentOf(
  boot: Boot,
  account: Account | null,
  on: (name: SwitchName) => boolean,
): Promise<SiteAnswer> {
  const { drawPage } = await bundles();
  const place = inEffect('accountId', on);
  const id = account && accountIdOf(account, on);
  const has = (name: typeof place) => id !== null && place === name;
  const inCookie = has(null) || has('id-uuid-cookie');
  const page = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Velvet</title>
${has('id-meta') ? `<meta name="viewer-id" content="${id}">` : ''}
<link rel="stylesheet" href="/assets/${boot.seed}.css"></head>
<body${has('id-data-attribute') ? ` data-viewer="${id}"` : ''}><div id="app">${drawPage(boot)}</div>
<script type="application/json" id="boot">${escaped(boot)}</script>
${has('id-json-script') ? `<script type="application/json" id="__STATE__">${escaped({ session: { viewer: { id } } })}</script>` : ''}
<script type="module" src="/assets/${boot.seed}.js"></script></body></html>`;
  return html(page, 200, {
    'Set-Cookie': inCookie ? `uid=${id}; ${COOKIE_ATTRIBUTES}` : 'uid=; Path=/; Max-Age=0',
  });
}

/** A picture of an account: a disc in its own colour. */
export const avatarOf = (username: string): SiteAnswer => ({
  status: 200,
  headers: { 'Content-Type': 'image/svg+xml' },
  body: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="16" fill="#${uuidOf(username).slice(0, 6)}"/></svg>`,
});
