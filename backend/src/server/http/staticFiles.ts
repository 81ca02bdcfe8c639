import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { WebAppSettings } from '@flyerdeck/contracts';
import { send } from '@koa/send';
import type { Context, Middleware } from 'koa';
import type { Config } from '../../config.ts';
import { clientAddress } from '../security/clientAddress.ts';
import type { RateLimits } from '../security/rateLimit.ts';

/** Browsers request it as a navigation. */
export const EXTENSION_ZIP_PATH = '/extension.zip';
export const RUNNER_ZIP_PATH = '/runner.zip';

/** By package name, because this file runs from src or from dist. */
export const builtFrontend = () =>
  path.join(path.dirname(createRequire(import.meta.url).resolve('@flyerdeck/frontend/package.json')), 'dist');

/** None while the app is not built. Read once: a build is served after a restart. */
export function inlineScripts({ root = builtFrontend() }: { root?: string } = {}): readonly string[] {
  const file = path.join(root, 'index.html');
  if (!existsSync(file)) return [];
  return [...readFileSync(file, 'utf8').matchAll(/<script>(.*?)<\/script>/gs)].map(([, script = '']) => script);
}

/** Browsers do not execute JSON, so the policy needs no hash of it. */
const EMPTY_SETTINGS = '<script id="settings" type="application/json">{}</script>';

type StaticConfig = Pick<Config, 'authMode' | 'botUsername'> & Partial<Pick<Config, 'oidc'>>;

/** One build serves every installation. */
function withSettings(
  html: string,
  { authMode, botUsername, oidc }: StaticConfig,
  backupMadeAt: string | null,
): string {
  const settings: WebAppSettings = {
    mockAuth: authMode === 'mock',
    ...(botUsername && { botUsername }),
    ...(oidc && { hasOidc: true }),
    ...(backupMadeAt !== null && { backupMadeAt }),
  };
  // A value must not end the script element.
  const json = JSON.stringify(settings).replaceAll('<', '\\u003c');
  return html.replace(EMPTY_SETTINGS, () => EMPTY_SETTINGS.replace('{}', () => json));
}

/** index.html for every navigation, because routing is done in the browser, but never under /api and for missing files: a script request must not get HTML. */
export function staticFiles(
  config: StaticConfig,
  { root = builtFrontend(), offeredBackup = async (): Promise<string | null> => null } = {},
): Middleware {
  return async (ctx, next) => {
    if ((ctx.method !== 'GET' && ctx.method !== 'HEAD') || ctx.path === '/api' || ctx.path.startsWith('/api/'))
      return next();
    if (ctx.path !== '/' && ctx.path !== '/index.html' && (await sendFile(ctx, root, ctx.path))) return;
    if (!isNavigation(ctx)) {
      ctx.status = 404;
      ctx.type = 'text/plain';
      ctx.body = 'Not found.\n';
      return;
    }
    if (await sendIndexPage(ctx, root, (html) => offeredBackup().then((madeAt) => withSettings(html, config, madeAt))))
      return;
    ctx.status = 503;
    ctx.set('Retry-After', '10');
    ctx.set('Cache-Control', 'no-store');
    ctx.type = 'text/plain';
    ctx.body = 'The web app has not been built yet. Run "npm run build" and reload this page.\n';
  };
}

/** A path with a file extension is a file, unless the browser accepts text/html. */
function isNavigation(ctx: Context): boolean {
  if (ctx.path.startsWith('/assets/') || ctx.path === EXTENSION_ZIP_PATH || ctx.path === RUNNER_ZIP_PATH) return false;
  return path.posix.extname(ctx.path) === '' || /\btext\/html\b/.test(ctx.get('Accept'));
}

async function sendFile(ctx: Context, root: string, file: string): Promise<boolean> {
  // The contents of assets never change.
  const isHashed = file.startsWith('/assets/');
  // `send` prefers a `.br` file beside the requested one.
  ctx.vary('Accept-Encoding');
  try {
    if ((await send(ctx, file, { root })) === undefined) return false;
  } catch (error) {
    const { status } = error as { status?: unknown };
    // 400 and 403: a path that cannot be decoded, or that points outside the folder.
    if (status === 404 || status === 400 || status === 403) return false;
    throw error;
  }
  ctx.set('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
  omitUnchangedBody(ctx);
  return true;
}

async function sendIndexPage(ctx: Context, root: string, complete: (html: string) => Promise<string>) {
  const built = await readFile(path.join(root, 'index.html'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (built === null) return false;
  const page = await complete(built);
  ctx.status = 200;
  ctx.type = 'html';
  ctx.body = page;
  // By content: the time of the file does not change with the settings.
  ctx.etag = createHash('sha256').update(page).digest('base64url');
  ctx.set('Cache-Control', 'no-cache');
  ctx.vary('Accept-Encoding');
  omitUnchangedBody(ctx);
  return true;
}

function omitUnchangedBody(ctx: Context): void {
  if (!ctx.fresh) return;
  ctx.status = 304;
  ctx.body = null;
}

/** By address. Endpoints have their own limits. */
export function limitFiles(limits: Pick<RateLimits, 'static' | 'zip'>): Middleware {
  return async (ctx, next) => {
    const limit = ctx.path === EXTENSION_ZIP_PATH || ctx.path === RUNNER_ZIP_PATH ? limits.zip : limits.static;
    await limit.consume(clientAddress(ctx));
    await next();
  };
}
