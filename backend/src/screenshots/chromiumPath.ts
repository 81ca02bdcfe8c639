import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../config.ts';
import { unpackEmbeddedChromium } from './embeddedChromium.ts';

export interface ChromiumPath {
  readonly executablePath: string;
  /** Additional environment variables that it needs. */
  readonly env: Readonly<Record<string, string>>;
}

/** Where distributions, Playwright and installers put Chromium. */
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

/** CHROMIUM_PATH, else a Chromium of the system, else the embedded one, unpacked under DATA_DIR. */
export async function findChromium(
  { chromiumPath, dataDir }: Pick<Config, 'chromiumPath' | 'dataDir'>,
  candidates?: readonly string[],
): Promise<ChromiumPath> {
  if (chromiumPath !== null) {
    // It was asked for explicitly: another one would be a surprise.
    if (!(await isExecutable(chromiumPath))) throw new Error('CHROMIUM_PATH names no program that can be run');
    return { executablePath: chromiumPath, env: {} };
  }
  for (const executablePath of candidates ?? (await systemChromiums())) {
    if (await isExecutable(executablePath)) return { executablePath, env: {} };
  }
  return unpackEmbeddedChromium(path.join(dataDir, 'chromium'));
}
