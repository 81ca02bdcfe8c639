import { createRequire } from 'node:module';
import path from 'node:path';
import { send } from '@koa/send';
import type { Context, Middleware } from 'koa';

/** Opened like a page, but not a page of the app. */
export const EXTENSION_ZIP_PATH = '/extension.zip';

/** The folder of the frontend's build; found by package name, because this file runs from src in tests and from dist otherwise. */
export const builtFrontend = () =>
  path.join(path.dirname(createRequire(import.meta.url).resolve('@flyerdeck/frontend/package.json')), 'dist');

/**
 * The built web app: its files, and index.html for every address that a person may navigate to, because the browser does
 * the routing. Neither for /api nor for a missing file: a script must never get HTML as its answer.
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

/** A dot in the last part of an address means a file, unless the browser says that it opens a page. */
function isNavigation(ctx: Context): boolean {
  if (ctx.path.startsWith('/assets/') || ctx.path === EXTENSION_ZIP_PATH) return false;
  return path.posix.extname(ctx.path) === '' || /\btext\/html\b/.test(ctx.get('Accept'));
}

async function sendFile(ctx: Context, root: string, file: string): Promise<boolean> {
  // The names of assets contain a hash of their contents, so they never change.
  const isHashed = file.startsWith('/assets/');
  try {
    if ((await send(ctx, file, { root })) === undefined) return false;
  } catch (error) {
    const { status } = error as { status?: unknown };
    // 400 and 403: an address that cannot be decoded or points outside the folder, where there is no file either.
    if (status === 404 || status === 400 || status === 403) return false;
    throw error;
  }
  ctx.set('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
  // Revalidated every time, but sent again only when it changed.
  if (ctx.fresh) {
    ctx.status = 304;
    ctx.body = null;
  }
  return true;
}
