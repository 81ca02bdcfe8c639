import { claimsBench } from './claims/claimsBench.ts';
import { type Figure, printFigures } from './figure.ts';
import { lighthouseBench } from './lighthouseBench.ts';
import { screenshotsBench } from './screenshotsBench.ts';
import { adminBench } from './server/adminBench.ts';
import { callsBench } from './server/callsBench.ts';
import { listsBench } from './server/listsBench.ts';
import { pollBench } from './server/pollBench.ts';
import { wakeBench } from './server/wakeBench.ts';

/**
 * `npm run bench` runs all benches, `npm run bench -- poll lists` the named ones. The tests do not depend on the
 * figures.
 */
const BENCHES: Readonly<Record<string, { readonly title: string; run(): Promise<Figure[]> }>> = {
  claims: claimsBench,
  poll: pollBench,
  lists: listsBench,
  wake: wakeBench,
  screenshots: screenshotsBench,
  calls: callsBench,
  admin: adminBench,
  lighthouse: lighthouseBench,
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  process.stderr.write(`There is no benchmark ${unknown.join(', ')}; there are ${Object.keys(BENCHES).join(', ')}.\n`);
  process.exit(1);
}
for (const [name, bench] of Object.entries(BENCHES)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  printFigures(`${name}: ${bench.title}`, await bench.run());
}
