import { execFile } from 'node:child_process';
import { constants, existsSync } from 'node:fs';
import { access, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Config } from '../../config.ts';
import { makeFolder } from '../../makeFolder.ts';

const UNPACK_TIMEOUT_MS = 120_000;

/** @sparticuz/chromium changes the environment of the process that loads it, so a separate process does. The folder is renamed after unpacking, so that an incomplete browser is never used. */
export async function unpackEmbeddedChromium(folder: string): Promise<ChromiumPath> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(
      `there is no embedded Chromium for ${process.platform} on ${process.arch}: install one, or set CHROMIUM_PATH`,
    );
  }
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const unpacked = path.join(folder, `chromium-${await packageVersion(entry)}`);
  if (!existsSync(unpacked)) {
    await makeFolder(folder);
    const unfinished = await mkdtemp(path.join(folder, 'unfinished-'));
    try {
      await unpackInto(unfinished, entry);
      await writeFile(path.join(unfinished, 'fonts', 'fonts.conf'), fontsConfig(path.join(unpacked, 'fonts')));
      await rename(unfinished, unpacked);
    } catch (error) {
      await rm(unfinished, { recursive: true, force: true });
      // If another process has unpacked it meanwhile, that browser is used.
      if (!existsSync(unpacked)) throw error;
    }
  }
  return {
    executablePath: path.join(unpacked, 'chromium'),
    // The machine may have no libraries and fonts.
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

/** The package's fonts.conf names folders of AWS Lambda. */
const fontsConfig = (fonts: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${fonts}</dir>
  <cachedir>${path.join(fonts, 'cache')}</cachedir>
</fontconfig>
`;

/** The package does not export its package.json. */
async function packageVersion(entry: string): Promise<string> {
  const manifest = await readFile(path.join(path.dirname(entry), '..', '..', 'package.json'), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}

export interface ChromiumPath {
  readonly executablePath: string;
  readonly env: Readonly<Record<string, string>>;
}

export async function systemChromiums(): Promise<readonly string[]> {
  const { chromium } = await import('playwright-core');
  return [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    chromium.executablePath(),
    '/usr/bin/google-chrome-stable',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ];
}

export const isExecutable = (file: string) =>
  access(file, constants.X_OK).then(
    () => true,
    () => false,
  );

/** CHROMIUM_PATH, a Chromium of the system, or the embedded one, which is unpacked under DATA_DIR. */
export async function findChromium(
  { chromiumPath, dataDir }: Pick<Config, 'chromiumPath' | 'dataDir'>,
  candidates?: readonly string[],
): Promise<ChromiumPath> {
  if (chromiumPath !== null) {
    if (!(await isExecutable(chromiumPath))) throw new Error('CHROMIUM_PATH is not an executable file');
    return { executablePath: chromiumPath, env: {} };
  }
  for (const executablePath of candidates ?? (await systemChromiums())) {
    if (await isExecutable(executablePath)) return { executablePath, env: {} };
  }
  return unpackEmbeddedChromium(path.join(dataDir, 'chromium'));
}
