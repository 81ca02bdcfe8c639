import { ATTACKS } from './attackList.ts';
import type { Target } from './target.ts';

/** `attacker.js NAME TARGET` in a process of its own: its work must not delay the clock of those who are measured. */
const [name = '', target = '{}'] = process.argv.slice(2);
const attack = ATTACKS[name];
if (!attack) throw new Error(`There is no attack ${name}.`);
process.stdout.write(await attack(JSON.parse(target) as Target));
process.exit(0);
