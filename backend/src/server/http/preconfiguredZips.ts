import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { EXTENSION_VERSION } from '@flyerdeck/contracts';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import type { Context, Middleware } from 'koa';
import type { Config } from '../../config.ts';
import { builtFrontend, EXTENSION_ZIP_PATH, RUNNER_ZIP_PATH } from './staticFiles.ts';

/** The earliest time of a zip, in local time, because fflate reads the local parts of a date. */
const ZIP_TIME = new Date(1980, 0, 1);

interface Manifest {
  readonly host_permissions: readonly [product: string, site: string];
  readonly content_scripts: readonly object[];
}

/** Only the manifest changes. `productUrl` has no trailing slash. */
function preconfigureExtension(zip: Uint8Array, productUrl: string, siteOrigin: string | null): Uint8Array {
  const files = unzipSync(zip);
  const built = files['manifest.json'];
  if (!built) throw new Error('The extension has no manifest.');
  const manifest = JSON.parse(strFromU8(built)) as Manifest;
  const [, builtSite] = manifest.host_permissions;
  const site = siteOrigin === null ? builtSite : `${siteOrigin}/*`;
  const product = `${new URL(productUrl).origin}/*`;
  Object.assign(manifest, {
    homepage_url: productUrl,
    host_permissions: [product, site],
    content_scripts: manifest.content_scripts.map((one) => ({ ...one, matches: [site] })),
    externally_connectable: { matches: [product] },
  });
  files['manifest.json'] = strToU8(`${JSON.stringify(manifest, null, 2)}\n`);
  return zipSync(files, { level: 9, mtime: ZIP_TIME });
}

function preconfigureRunner(zip: Uint8Array, productUrl: string): Uint8Array {
  const server = strToU8(`${JSON.stringify({ url: new URL(productUrl).origin })}\n`);
  return zipSync({ ...unzipSync(zip), 'flyerdeck-runner/server.json': server }, { level: 9, mtime: ZIP_TIME });
}

/** Preconfigured for the address of the download and the creator site of the settings (decision 0010). The bytes depend only on the build and these two. */
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
