import { claimsBench } from './claimsBench.ts';
import { type Figure, printFigures } from './figure.ts';
import { lighthouseBench } from './lighthouseBench.ts';
import { adminBench } from './server/adminBench.ts';
import { listsBench, pollBench } from './server/listsBench.ts';
import { wakeBench } from './server/wakeBench.ts';

/** `npm run bench` runs all benches, `npm run bench -- poll lists` the named ones. The tests do not depend on the figures. */
const BENCHES: Readonly<Record<string, { readonly title: string; run(): Promise<Figure[]> }>> = {
  claims: claimsBench,
  poll: pollBench,
  lists: listsBench,
  wake: wakeBench,
  admin: adminBench,
  lighthouse: lighthouseBench,
};

const asked = process.argv.slice(2);
for (const name of asked.length > 0 ? asked : Object.keys(BENCHES)) {
  const bench = BENCHES[name];
  if (!bench) throw new Error(`There is no benchmark ${name}; there are ${Object.keys(BENCHES).join(', ')}.`);
  printFigures(`${name}: ${bench.title}`, await bench.run());
}
