import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';

/** The earliest time that a zip can store. In local time, because fflate reads the local parts of a date. */
const ZIP_TIME = new Date(1980, 0, 1);

interface Manifest {
  readonly host_permissions: readonly [product: string, site: string];
  readonly content_scripts: readonly object[];
}

/**
 * Returns the zip with its manifest preconfigured for the server at `productUrl` (without a trailing slash), and for another creator
 * site than the built one if `siteOrigin` is given. Only the manifest changes.
 */
export function preconfigureExtension(zip: Uint8Array, productUrl: string, siteOrigin: string | null): Uint8Array {
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

/** Returns the zip with the address of the server in it. */
export function preconfigureRunner(zip: Uint8Array, productUrl: string): Uint8Array {
  const server = strToU8(`${JSON.stringify({ url: new URL(productUrl).origin })}\n`);
  return zipSync({ ...unzipSync(zip), 'flyerdeck-runner/server.json': server }, { level: 9, mtime: ZIP_TIME });
}
