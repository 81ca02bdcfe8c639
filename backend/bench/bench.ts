import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { adminBench } from './admin/adminBench.ts';
import { claimsBench } from './claims/claimsBench.ts';
import { type Figure, medianOf, verdictOf } from './figure.ts';
import { printFigures } from './printFigures.ts';
import { listsBench } from './server/listsBench.ts';
import { planBench } from './server/planBench.ts';
import { pollBench } from './server/pollBench.ts';
import { queueBench } from './server/queueBench.ts';
import { screenshotsBench } from './server/screenshotsBench.ts';
import { userListsBench } from './server/userListsBench.ts';
import { wakeBench } from './server/wakeBench.ts';
import { lighthouseBench } from './web/lighthouseBench.ts';
import { replayBench } from './web/replayBench.ts';
import { webBench } from './web/webBench.ts';

/**
 * `npm run bench` runs all benches, `npm run bench -- web lists` the named ones. The tests do not depend on the
 * figures.
 */
const BENCHES: Readonly<Record<string, { readonly title: string; run(): Promise<Figure[]> }>> = {
  web: webBench,
  lighthouse: lighthouseBench,
  replay: replayBench,
  lists: listsBench,
  users: userListsBench,
  poll: pollBench,
  wake: wakeBench,
  claims: claimsBench,
  queue: queueBench,
  plan: planBench,
  screenshots: screenshotsBench,
  admin: adminBench,
};

const RESULTS_FOLDER = join(import.meta.dirname, '../../../.data/bench');

async function save(name: string, figures: readonly Figure[]): Promise<string> {
  await mkdir(RESULTS_FOLDER, { recursive: true });
  const file = join(RESULTS_FOLDER, `${name}.json`);
  const results = figures.map((figure) => ({
    ...figure,
    median: medianOf(figure.samples),
    verdict: verdictOf(figure),
  }));
  const machine = { node: process.version, cpus: cpus().length };
  await writeFile(file, `${JSON.stringify({ at: new Date().toISOString(), machine, results }, null, 2)}\n`);
  return file;
}

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  process.stderr.write(`There is no benchmark ${unknown.join(', ')}; there are ${Object.keys(BENCHES).join(', ')}.\n`);
  process.exit(1);
}
for (const [name, bench] of Object.entries(BENCHES)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const figures = await bench.run();
  process.stdout.write(printFigures(`${name}: ${bench.title}`, figures));
  process.stdout.write(`saved in ${await save(name, figures)}\n`);
}
