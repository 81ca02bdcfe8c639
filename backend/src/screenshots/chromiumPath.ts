import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../config.ts';
import { unpackEmbeddedChromium } from './embeddedChromium.ts';

export interface ChromiumPath {
  readonly executablePath: string;
  /** Additional environment variables for this Chromium. */
  readonly env: Readonly<Record<string, string>>;
}

/** The usual paths of a Chromium from distributions, Playwright and installers. */
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

/** The first of: CHROMIUM_PATH, a Chromium of the system, the embedded Chromium, which is unpacked under DATA_DIR. */
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
