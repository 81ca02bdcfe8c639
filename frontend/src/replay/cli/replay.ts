import { runReplay } from './runReplay.ts';

// npm runs scripts in the folder of package.json. Paths are relative to the folder of the caller.
process.chdir(process.env.INIT_CWD ?? '.');
process.exitCode = await runReplay(process.argv.slice(2), {
  out: (line) => process.stdout.write(`${line}\n`),
  err: (line) => process.stderr.write(`${line}\n`),
});
