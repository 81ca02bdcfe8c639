import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { EXTENSION_VERSION } from '@flyerdeck/contracts';
import type { Context, Middleware } from 'koa';
import type { Config } from '../config.ts';
import { preconfigureExtension } from './preconfigureExtension.ts';
import { builtFrontend, EXTENSION_ZIP_PATH } from './staticFiles.ts';

/**
 * Serves the extension, preconfigured for the address that it is downloaded from and for the creator site of the settings (decision
 * record 0010). The bytes depend only on the build and these two.
 */
export function extensionZip(
  { publicUrl, creatorSiteOrigin }: Pick<Config, 'publicUrl' | 'creatorSiteOrigin'>,
  { root = builtFrontend() } = {},
): Middleware {
  const file = path.join(root, 'extension.zip');
  let last: { readonly key: string; readonly bytes: Buffer; readonly etag: string } | undefined;

  const zipFor = async (productUrl: string) => {
    const key = `${productUrl} ${(await stat(file)).mtimeMs}`;
    if (last?.key === key) return last;
    const bytes = Buffer.from(preconfigureExtension(await readFile(file), productUrl, creatorSiteOrigin));
    last = { key, bytes, etag: createHash('sha256').update(bytes).digest('base64url') };
    return last;
  };

  return async (ctx, next) => {
    if (ctx.path !== EXTENSION_ZIP_PATH || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return next();
    const productUrl = publicUrl ?? addressOf(ctx);
    if (productUrl === null) return ctx.throw(400);
    try {
      const { bytes, etag } = await zipFor(productUrl);
      // no-cache: a new build has the same URL, so browsers revalidate it on each download.
      ctx.etag = etag;
      ctx.set('Cache-Control', 'no-cache');
      ctx.type = 'application/zip';
      ctx.attachment(`flyerdeck-extension-${EXTENSION_VERSION}.zip`, { type: 'attachment' });
      ctx.body = bytes;
      if (ctx.fresh) ctx.status = 304;
    } catch (error) {
      // The extension is not built: staticFiles answers 404.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      return next();
    }
  };
}

function addressOf(ctx: Context): string | null {
  const address = `${ctx.protocol}://${ctx.host}`;
  return URL.canParse(address) && new URL(address).origin === address ? address : null;
}
