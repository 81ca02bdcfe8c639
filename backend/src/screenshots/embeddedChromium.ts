import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import type { ChromiumPath } from './chromiumPath.ts';

const UNPACK_TIMEOUT_MS = 120_000;

/**
 * The Chromium of the npm package @sparticuz/chromium for Linux on x64, unpacked into `folder` once for each version.
 *
 * The package unpacks its system libraries only where the environment looks like AWS Lambda's, always into the temporary
 * folder, and changes the environment of the process that loads it. So a separate process loads it, with its own environment.
 * The folder is renamed when it is complete, so that a half-unpacked browser is never used.
 */
export async function unpackEmbeddedChromium(folder: string): Promise<ChromiumPath> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(
      `no Chromium comes along for ${process.platform} on ${process.arch}: install one, or set CHROMIUM_PATH`,
    );
  }
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const unpacked = path.join(folder, `chromium-${await packageVersion(entry)}`);
  if (!existsSync(unpacked)) {
    await mkdir(folder, { recursive: true });
    const unfinished = await mkdtemp(path.join(folder, 'unfinished-'));
    try {
      await unpackInto(unfinished, entry);
      await writeFile(path.join(unfinished, 'fonts', 'fonts.conf'), fontsConfig(path.join(unpacked, 'fonts')));
      await rename(unfinished, unpacked);
    } catch (error) {
      await rm(unfinished, { recursive: true, force: true });
      // Another process may have been faster; then its browser is used.
      if (!existsSync(unpacked)) throw error;
    }
  }
  return {
    executablePath: path.join(unpacked, 'chromium'),
    // Its own system libraries and fonts, because a bare machine has none.
    env: { LD_LIBRARY_PATH: path.join(unpacked, 'al2023', 'lib'), FONTCONFIG_PATH: path.join(unpacked, 'fonts') },
  };
}

const LOAD_AND_UNPACK =
  'require(process.argv[1]).executablePath().catch((e) => { console.error(e); process.exit(1); })';

async function unpackInto(folder: string, entry: string): Promise<void> {
  await promisify(execFile)(process.execPath, ['-e', LOAD_AND_UNPACK, entry], {
    env: { TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x', AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' },
    timeout: UNPACK_TIMEOUT_MS,
  });
}

/** Replaces the package's own, which names folders of AWS Lambda. */
const fontsConfig = (fonts: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${fonts}</dir>
  <cachedir>${path.join(fonts, 'cache')}</cachedir>
</fontconfig>
`;

/** Read from the folder, because the package does not export its package.json. */
async function packageVersion(entry: string): Promise<string> {
  const manifest = await readFile(path.join(path.dirname(entry), '..', '..', 'package.json'), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
