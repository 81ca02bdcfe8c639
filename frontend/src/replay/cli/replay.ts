import { runReplay } from './runReplay.ts';

process.exitCode = await runReplay(process.argv.slice(2), {
  out: (line) => process.stdout.write(`${line}\n`),
  err: (line) => process.stderr.write(`${line}\n`),
});
