import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { EXTENSION_VERSION } from '@flyerdeck/contracts';
import type { Context, Middleware } from 'koa';
import type { Config } from '../config.ts';
import { preconfigureExtension } from './preconfigureExtension.ts';
import { builtFrontend } from './staticFiles.ts';

export const EXTENSION_ZIP_PATH = '/extension.zip';
/** Without PUBLIC_URL a caller's Host header names the product; a handful of names is all an honest machine has. */
const MAX_ADDRESSES_KEPT = 8;

interface Served {
  readonly bytes: Buffer;
  readonly etag: string;
}

/**
 * The extension, made to speak with the product it was downloaded from: the build can't know where it will be reached
 * (decision record 0010). The same build and address give the same bytes.
 */
export function extensionZip({ publicUrl }: Pick<Config, 'publicUrl'>, { root = builtFrontend() } = {}): Middleware {
  const file = path.join(root, 'extension.zip');
  const served = new Map<string, Served>();
  let builtAtMs = 0;

  const zipFor = async (productUrl: string): Promise<Served> => {
    const { mtimeMs } = await stat(file);
    if (mtimeMs !== builtAtMs || served.size >= MAX_ADDRESSES_KEPT) served.clear();
    builtAtMs = mtimeMs;
    const known = served.get(productUrl);
    if (known) return known;
    const bytes = Buffer.from(preconfigureExtension(await readFile(file), productUrl));
    const zip = { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url')}"` };
    served.set(productUrl, zip);
    return zip;
  };

  return async (ctx, next) => {
    if (ctx.path !== EXTENSION_ZIP_PATH || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return next();
    const productUrl = publicUrl ?? addressOf(ctx);
    if (productUrl === null) return ctx.throw(400);
    try {
      const { bytes, etag } = await zipFor(productUrl);
      // Under one name lies another version one day: asked for anew every time, sent again only when it changed.
      ctx.set({ ETag: etag, 'Cache-Control': 'no-cache' });
      ctx.type = 'application/zip';
      ctx.attachment(`flyerdeck-extension-${EXTENSION_VERSION}.zip`, { type: 'attachment' });
      ctx.body = bytes;
      if (ctx.fresh) ctx.status = 304;
    } catch (error) {
      // Not built: staticFiles says that it is not there.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      return next();
    }
  };
}

function addressOf(ctx: Context): string | null {
  const address = `${ctx.protocol}://${ctx.host}`;
  return URL.canParse(address) && new URL(address).origin === address ? address : null;
}
