import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { APP_ROLE, prepareDataFolder } from '../src/database/embedded/dataFolder.ts';
import { freeLoopbackPort, LOOPBACK } from '../src/database/embedded/loopbackPort.ts';
import { findPostgresPrograms } from '../src/database/embedded/postgresPrograms.ts';

export interface TestReplica {
  readonly url: string;
  stop(): Promise<void>;
}

/** A commit waits until the replica shows it, so that tests read on the replica what they have just written. Settings of the primary. */
export const REPLICATED = { synchronous_commit: 'remote_apply', synchronous_standby_names: '*' };

/**
 * Prepares a data folder and a copy of it for a replica, before Postgres is started on the first. Returns a function that starts
 * the replica of the running primary.
 */
export async function prepareTestReplica(folder: string) {
  const home = await realpath(folder);
  const [data, copy] = [join(home, 'postgres'), join(home, 'replica')];
  const programs = await findPostgresPrograms(home, data);
  await prepareDataFolder(programs, data);
  programs.run('postgres', ['--single', '-D', data, 'postgres'], `ALTER ROLE ${APP_ROLE} REPLICATION\n`);
  execFileSync('cp', ['-a', data, copy]);
  await writeFile(join(copy, 'standby.signal'), '');

  return async (primaryUrl: string): Promise<TestReplica> => {
    const { port: primaryPort, password } = new URL(primaryUrl);
    const port = await freeLoopbackPort();
    const primary = `host=${LOOPBACK} port=${primaryPort} user=${APP_ROLE} password=${password}`;
    const settings = [
      `listen_addresses=${LOOPBACK}`,
      'unix_socket_directories=',
      `primary_conninfo=${primary}`,
      'fsync=off',
    ];
    const server = programs.spawnServer([
      '-D',
      copy,
      '-p',
      `${port}`,
      ...settings.flatMap((setting) => ['-c', setting]),
    ]);
    server.stderr.resume();
    const url = Object.assign(new URL(primaryUrl), { port: String(port) }).href;
    while (!(await answers(url))) {
      if (server.exitCode !== null) throw new Error(`The replica ended with ${server.exitCode}.`);
      await sleep(50);
    }
    return {
      url,
      async stop() {
        const exited = once(server, 'exit');
        server.kill('SIGQUIT');
        await exited;
      },
    };
  };
}

export async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  );
}
