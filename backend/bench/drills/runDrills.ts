import { abuseDrill } from './abuse/abuseDrill.ts';
import { proofDrill, sitesDrill } from './browserDrills.ts';
import type { Drill } from './drill.ts';
import { killDrill, liveDrill } from './killDrill.ts';
import { outageDrill } from './outageDrill.ts';
import { soakDrill } from './soakDrill.ts';

/** `npm run drill` runs all drills, `npm run drill -- kill soak` the named ones. With `--short` they are small. */
const DRILLS: Readonly<Record<string, Drill>> = {
  kill: killDrill,
  live: liveDrill,
  outages: outageDrill,
  proof: proofDrill,
  sites: sitesDrill,
  soak: soakDrill,
  abuse: abuseDrill,
};

const asked = process.argv.slice(2).filter((word) => word !== '--short');
const size = process.argv.includes('--short') ? 'short' : 'full';
for (const name of asked.length > 0 ? asked : Object.keys(DRILLS)) {
  const drill = DRILLS[name];
  if (!drill) throw new Error(`There is no drill ${name}; there are ${Object.keys(DRILLS).join(', ')}.`);
  const startedAt = performance.now();
  const { results, failures } = await drill.run(size);
  const lines = [
    `${name}: ${drill.title}`,
    ...results.map((line) => `  did      ${line}`),
    ...failures.map((line) => `  failure  ${line}`),
    `  verdict  ${failures.length > 0 ? 'FAILS' : 'holds'} (${Math.round((performance.now() - startedAt) / 1_000)} s)`,
  ];
  process.stdout.write(`\n${lines.join('\n')}\n`);
  if (failures.length > 0) process.exitCode = 1;
}
process.exit();
