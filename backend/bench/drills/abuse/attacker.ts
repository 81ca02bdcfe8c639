import { ATTACKS } from './attackList.ts';
import type { Target } from './target.ts';

/** `attacker.js NAME TARGET` runs as its own process, so that its work does not distort the measured times. */
const [name = '', target = '{}'] = process.argv.slice(2);
const attack = ATTACKS[name];
if (!attack) throw new Error(`There is no attack ${name}.`);
process.stdout.write(await attack(JSON.parse(target) as Target));
process.exit(0);
