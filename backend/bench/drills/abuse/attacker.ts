import { CALLS } from './calls.ts';
import { CONNECTIONS } from './connections.ts';
import { IMAGES } from './images.ts';
import type { Attack, Target } from './target.ts';

/** In the order in which they run. */
export const ATTACKS: Readonly<Record<string, Attack>> = { ...CONNECTIONS, ...IMAGES, ...CALLS };

/** `attacker.js NAME TARGET` runs as its own process, so that its work does not distort the measured times. */
if (process.argv[1] === import.meta.filename) {
  const [name = '', target = '{}'] = process.argv.slice(2);
  process.stdout.write((await ATTACKS[name]?.(JSON.parse(target) as Target)) ?? '');
  process.exit(0);
}
