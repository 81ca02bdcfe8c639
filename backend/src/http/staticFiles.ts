import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { send } from '@koa/send';
import type { Context, Middleware } from 'koa';

/** Browsers request it as a navigation, but it is a file and not a page of the app. */
export const EXTENSION_ZIP_PATH = '/extension.zip';

/** The folder of the frontend's build. Found by package name, because this file runs from src or from dist. */
export const builtFrontend = () =>
  path.join(path.dirname(createRequire(import.meta.url).resolve('@flyerdeck/frontend/package.json')), 'dist');

/** The inline scripts of index.html; none while the app is not built. Read once: a build is served after a restart. */
export function inlineScripts({ root = builtFrontend() }: { root?: string } = {}): readonly string[] {
  const file = path.join(root, 'index.html');
  if (!existsSync(file)) return [];
  return [...readFileSync(file, 'utf8').matchAll(/<script>(.*?)<\/script>/gs)].map(([, script = '']) => script);
}

/**
 * Serves the built web app: its files, and index.html for every other navigation, because the routing is done in the browser.
 * Unknown paths under /api and missing files never get index.html: a script request must not be answered with HTML.
 */
export function staticFiles({ root = builtFrontend() }: { root?: string } = {}): Middleware {
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
    if (await sendFile(ctx, root, '/index.html')) return;
    ctx.status = 503;
    ctx.set('Retry-After', '10');
    ctx.set('Cache-Control', 'no-store');
    ctx.type = 'text/plain';
    ctx.body = 'The web app has not been built yet. Run "npm run build" and reload this page.\n';
  };
}

/** Whether the request opens a page. A path with a file extension is a file, unless the browser accepts text/html. */
function isNavigation(ctx: Context): boolean {
  if (ctx.path.startsWith('/assets/') || ctx.path === EXTENSION_ZIP_PATH) return false;
  return path.posix.extname(ctx.path) === '' || /\btext\/html\b/.test(ctx.get('Accept'));
}

async function sendFile(ctx: Context, root: string, file: string): Promise<boolean> {
  // The names of assets contain a hash of their contents, so their contents never change.
  const isHashed = file.startsWith('/assets/');
  // `send` prefers a `.br` file beside the requested one.
  ctx.vary('Accept-Encoding');
  try {
    if ((await send(ctx, file, { root })) === undefined) return false;
  } catch (error) {
    const { status } = error as { status?: unknown };
    // 400 and 403: a path that can not be decoded, or that points outside the folder.
    if (status === 404 || status === 400 || status === 403) return false;
    throw error;
  }
  ctx.set('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
  // The browser has the current version.
  if (ctx.fresh) {
    ctx.status = 304;
    ctx.body = null;
  }
  return true;
}
