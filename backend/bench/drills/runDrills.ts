import { abuseDrill } from './abuse/abuseDrill.ts';
import { proofDrill, sitesDrill } from './browserDrills.ts';
import { type Drill, printDrill } from './drill.ts';
import { killDrill } from './killDrill.ts';
import { liveDrill } from './liveDrill.ts';
import { outageDrill } from './outageDrill.ts';
import { postgresErrorsDrill } from './postgresErrorsDrill.ts';
import { repeatsDrill } from './repeatsDrill.ts';
import { requestsDrill } from './requestsDrill.ts';
import { screenshotsDrill } from './screenshotsDrill.ts';
import { soakDrill } from './soakDrill.ts';
import { stormDrill } from './stormDrill.ts';

/**
 * `npm run drill` runs all drills, `npm run drill -- kill storm` the named ones. With `--short` they are as small as in
 * the tests.
 */
const DRILLS: Readonly<Record<string, Drill>> = {
  kill: killDrill,
  storm: stormDrill,
  live: liveDrill,
  repeats: repeatsDrill,
  outages: outageDrill,
  errors: postgresErrorsDrill,
  proof: proofDrill,
  sites: sitesDrill,
  requests: requestsDrill,
  soak: soakDrill,
  screenshots: screenshotsDrill,
  abuse: abuseDrill,
};

const asked = process.argv.slice(2).filter((word) => word !== '--short');
const size = process.argv.includes('--short') ? 'short' : 'full';
const unknown = asked.filter((name) => !(name in DRILLS));
if (unknown.length > 0) {
  process.stderr.write(`There is no drill ${unknown.join(', ')}; there are ${Object.keys(DRILLS).join(', ')}.\n`);
  process.exit(1);
}
let failed = 0;
for (const [name, drill] of Object.entries(DRILLS)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const startedAt = performance.now();
  const outcome = await drill.run(size);
  process.stdout.write(printDrill(name, drill, outcome, (performance.now() - startedAt) / 1_000));
  if (outcome.failures.length > 0) failed += 1;
}
process.exit(failed > 0 ? 1 : 0);
