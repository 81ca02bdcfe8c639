import path from 'node:path';
import { runReplay } from './runReplay.ts';

process.exitCode = await runReplay(process.argv.slice(2), {
  out: (line) => process.stdout.write(`${line}\n`),
  err: (line) => process.stderr.write(`${line}\n`),
  // This program is built into frontend/dist-replay.
  fixturesFolder: path.join(import.meta.dirname, '../src/replay/reported'),
});
