import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { zipSync } from 'fflate';

const frontend = dirname(dirname(fileURLToPath(import.meta.url)));
const extension = join(frontend, 'extension');
const contracts = join(dirname(frontend), 'contracts', 'src');

/** The earliest time that a zip can contain. It is local time, because fflate writes local time. */
const ZIP_TIME = new Date(1980, 0, 1);
const COPIED = {
  'popup.html': 'popup/popup.html',
  'popup.css': 'popup/popup.css',
  'record.html': 'record/record.html',
  'record.css': 'record/record.css',
  ...Object.fromEntries([16, 32, 48, 128].map((size) => [`icons/${size}.png`, `icons/${size}.png`])),
};

/** In seconds. A slow site may take half a minute to answer. */
const SHIPPED_WAITS = { alarmSeconds: 30, siteSeconds: 20, answerSeconds: 60 };

async function bundle(entry, format, waits) {
  const { outputFiles } = await build({
    entryPoints: [join(extension, entry)],
    // Paths in the output are relative to this folder, so that the output does not depend on its location.
    absWorkingDir: frontend,
    alias: { '@flyerdeck/contracts': contracts },
    define: { __WAITS__: JSON.stringify(waits) },
    bundle: true,
    // Libraries have the same path in the output wherever `node_modules` is linked to.
    preserveSymlinks: true,
    // Ignores the tsconfig files around it.
    tsconfigRaw: {},
    format,
    platform: 'browser',
    target: 'chrome123',
    charset: 'utf8',
    // Not minified, so that users can read what the extension does.
    minify: false,
    legalComments: 'none',
    write: false,
  });
  return outputFiles[0].contents;
}

async function loadManifestModule() {
  const source = Buffer.from(await bundle('manifest.ts', 'esm', SHIPPED_WAITS)).toString('base64');
  return import(`data:text/javascript;base64,${source}`);
}

/**
 * Returns the extension's files by name. `siteOrigin` and `productUrl` are the addresses in the manifest: by default
 * the real site and a placeholder, in tests the stand-in site and a running product. Tests use shorter `waits`.
 */
export async function buildExtension({ siteOrigin, productUrl, waits = SHIPPED_WAITS } = {}) {
  const { manifestFor, CREATOR_SITE_ORIGIN, BUILT_PRODUCT_URL } = await loadManifestModule();
  const manifest = manifestFor({
    siteOrigin: siteOrigin ?? CREATOR_SITE_ORIGIN,
    productUrl: productUrl ?? BUILT_PRODUCT_URL,
  });
  const files = {
    'manifest.json': new TextEncoder().encode(`${JSON.stringify(manifest, null, 2)}\n`),
    'background.js': await bundle('background/background.ts', 'esm', waits),
    'content.js': await bundle('content/content.ts', 'iife', waits),
    'popup.js': await bundle('popup/popup.ts', 'esm', waits),
    'record.js': await bundle('record/record.ts', 'esm', waits),
  };
  for (const [name, source] of Object.entries(COPIED)) files[name] = readFileSync(join(extension, source));
  return files;
}

/** The same files always give the same bytes, on every machine, in every folder and time zone. */
export function zipExtension(files) {
  const sorted = Object.fromEntries(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1)));
  return zipSync(sorted, { level: 9, mtime: ZIP_TIME });
}

/** Writes the unpacked extension, as Chrome loads it. */
export async function writeExtension(files, folder) {
  for (const [name, bytes] of Object.entries(files)) {
    const file = join(folder, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, bytes);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const dist = join(frontend, 'dist');
  await mkdir(dist, { recursive: true });
  // Another site needs site packs of its own: their `site` is its host name.
  const { CREATOR_SITE_ORIGIN: siteOrigin } = process.env;
  await writeFile(join(dist, 'extension.zip'), zipExtension(await buildExtension(siteOrigin ? { siteOrigin } : {})));
}
