import { createInterface } from 'node:readline';
import { spawnPostgres, type WayToRun } from './runCommand.ts';
import { STOP_STEPS } from './stopSteps.ts';

export interface PostgresExit {
  /** Whether stop() was called before. */
  expected: boolean;
  /** How it ended, in words. */
  reason: string;
}

export interface PostgresProcess {
  pid: number | undefined;
  /** 'ready' when it accepts connections, else what it said before it ended. */
  started: Promise<'ready' | { failure: string }>;
  exited: Promise<PostgresExit>;
  /** Resolves when the process is gone. */
  stop(): Promise<void>;
}

/** Runs `postgres` and passes each line it says to `log`. */
export function launchPostgres(
  way: WayToRun,
  command: readonly string[],
  log: (line: string) => void,
): PostgresProcess {
  const child = spawnPostgres(way, command, {
    stdio: ['ignore', 'ignore', 'pipe'],
    // A session of its own: Ctrl-C reaches Flyerdeck only, which lets its requests end before it stops Postgres.
    detached: true,
  });
  let stopping: Promise<void> | undefined;
  const complaints: string[] = [];

  const exited = new Promise<PostgresExit>((resolve) => {
    child.once('error', (error) => resolve({ expected: false, reason: error.message }));
    child.once('close', (code, signal) => {
      resolve({ expected: stopping !== undefined, reason: signal ? `signal ${signal}` : `exit code ${code}` });
    });
  });

  const started = new Promise<'ready' | { failure: string }>((resolve) => {
    if (child.stderr) {
      createInterface({ input: child.stderr }).on('line', (line) => {
        log(line);
        if (/FATAL|PANIC|could not bind/.test(line)) complaints.push(line);
        if (line.includes('database system is ready to accept connections')) resolve('ready');
      });
    }
    exited.then(({ reason }) => resolve({ failure: complaints.join('\n') || reason }));
  });

  const stopInSteps = async () => {
    for (const { signal, patienceMs } of STOP_STEPS) {
      child.kill(signal);
      if (await endsWithin(exited, patienceMs)) return;
    }
    await exited;
  };

  return {
    pid: child.pid,
    started,
    exited,
    stop: () => {
      stopping ??= stopInSteps();
      return stopping;
    },
  };
}

async function endsWithin(exited: Promise<unknown>, patienceMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, patienceMs, false);
  });
  try {
    return await Promise.race([exited.then(() => true), patience]);
  } finally {
    clearTimeout(timer);
  }
}
