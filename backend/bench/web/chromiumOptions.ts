import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from '../../src/screenshots/chromiumPath.ts';

/** Launch options of the benches' browser. */
export async function chromiumOptions() {
  const { executablePath, env } = await findChromium({
    chromiumPath: process.env.CHROMIUM_PATH ?? null,
    dataDir: join(tmpdir(), 'flyerdeck-bench-chromium'),
  });
  return {
    executablePath,
    env: { ...process.env, ...env } as Record<string, string>,
    args: ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  };
}
