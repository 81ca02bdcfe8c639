import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { freeLoopbackPort } from '../../../backend/src/database/embedded/loopbackPort.ts';

const run = promisify(execFile);

/** Starts Debian's Postgres 15 on an empty folder, with the database and the role of docker-compose.yml. */
export async function startDebianPostgres(folder: string) {
  const data = path.join(folder, 'postgres');
  await mkdir(data);
  const as = ['--reuid=postgres', '--regid=postgres', '--clear-groups'];
  const program = (name: string) => `/usr/lib/postgresql/15/bin/${name}`;
  await run('chown', ['postgres:', data]);
  const options = ['--encoding=UTF8', '--locale=C.UTF-8', '--auth-local=trust', '--auth-host=scram-sha-256'];
  await run('setpriv', [...as, program('initdb'), '-D', data, ...options]);
  const port = await freeLoopbackPort();
  const settings = ['-p', `${port}`, '-c', 'listen_addresses=127.0.0.1', '-c', `unix_socket_directories=${data}`];
  const server = spawn('setpriv', [...as, program('postgres'), '-D', data, ...settings], { stdio: 'ignore' });
  const exited = once(server, 'exit');
  const psql = (...args: string[]) =>
    run(program('psql'), ['-h', data, '-p', `${port}`, '-U', 'postgres', '-v', 'ON_ERROR_STOP=1', ...args], {
      env: { ...process.env, POSTGRES_PASSWORD: 'a1b2c3' },
    });
  while (
    await run(program('pg_isready'), ['-h', data, '-p', `${port}`]).then(
      () => false,
      () => server.exitCode === null,
    )
  );
  await psql('-f', path.join(import.meta.dirname, '../../../.docker/createDatabase.sql'));
  return {
    url: `postgres://flyerdeck:a1b2c3@127.0.0.1:${port}/flyerdeck`,
    async stop() {
      server.kill('SIGINT');
      await exited;
    },
  };
}
