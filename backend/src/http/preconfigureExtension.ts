import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';

/** The earliest time that a zip can store. In local time, because fflate reads the local parts of a date. */
const ZIP_TIME = new Date(1980, 0, 1);

/**
 * Returns the zip with its manifest preconfigured for the server at `productUrl` (without a trailing slash). Only the manifest
 * changes.
 */
export function preconfigureExtension(zip: Uint8Array, productUrl: string): Uint8Array {
  const files = unzipSync(zip);
  const built = files['manifest.json'];
  if (!built) throw new Error('The extension has no manifest.');
  const manifest = JSON.parse(strFromU8(built)) as { host_permissions: [product: string, ...sites: string[]] };
  const [, ...sites] = manifest.host_permissions;
  const product = `${new URL(productUrl).origin}/*`;
  Object.assign(manifest, {
    homepage_url: productUrl,
    host_permissions: [product, ...sites],
    externally_connectable: { matches: [product] },
  });
  files['manifest.json'] = strToU8(`${JSON.stringify(manifest, null, 2)}\n`);
  return zipSync(files, { level: 9, mtime: ZIP_TIME });
}
