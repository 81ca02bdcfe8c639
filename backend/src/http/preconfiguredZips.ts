import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { EXTENSION_VERSION } from '@flyerdeck/contracts';
import type { Context, Middleware } from 'koa';
import type { Config } from '../config.ts';
import { preconfigureExtension, preconfigureRunner } from './preconfigure.ts';
import { builtFrontend, EXTENSION_ZIP_PATH, RUNNER_ZIP_PATH } from './staticFiles.ts';

/**
 * Serves the extension and the runner, preconfigured for the address that they are downloaded from, the extension also for the
 * creator site of the settings (decision record 0010). The bytes depend only on the build and these two.
 */
export function preconfiguredZips(
  { publicUrl, creatorSiteOrigin }: Pick<Config, 'publicUrl' | 'creatorSiteOrigin'>,
  { root = builtFrontend() } = {},
): Middleware {
  const zips = new Map([
    [
      EXTENSION_ZIP_PATH,
      {
        name: `flyerdeck-extension-${EXTENSION_VERSION}.zip`,
        preconfigure: (zip: Uint8Array, url: string) => preconfigureExtension(zip, url, creatorSiteOrigin),
      },
    ],
    [RUNNER_ZIP_PATH, { name: 'flyerdeck-runner.zip', preconfigure: preconfigureRunner }],
  ]);
  const last = new Map<string, { readonly key: string; readonly bytes: Buffer; readonly etag: string }>();

  return async (ctx, next) => {
    const zip = zips.get(ctx.path);
    if (!zip || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return next();
    const productUrl = publicUrl ?? addressOf(ctx);
    if (productUrl === null) return ctx.throw(400);
    try {
      const file = path.join(root, ctx.path);
      const key = `${productUrl} ${(await stat(file)).mtimeMs}`;
      let made = last.get(ctx.path);
      if (made?.key !== key) {
        const bytes = Buffer.from(zip.preconfigure(await readFile(file), productUrl));
        made = { key, bytes, etag: createHash('sha256').update(bytes).digest('base64url') };
        last.set(ctx.path, made);
      }
      // no-cache: a new build has the same URL, so browsers revalidate it on each download.
      ctx.etag = made.etag;
      ctx.set('Cache-Control', 'no-cache');
      ctx.type = 'application/zip';
      ctx.attachment(zip.name, { type: 'attachment' });
      ctx.body = made.bytes;
      if (ctx.fresh) ctx.status = 304;
    } catch (error) {
      // It is not built: staticFiles answers 404.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      return next();
    }
  };
}

function addressOf(ctx: Context): string | null {
  const address = `${ctx.protocol}://${ctx.host}`;
  return URL.canParse(address) && new URL(address).origin === address ? address : null;
}
