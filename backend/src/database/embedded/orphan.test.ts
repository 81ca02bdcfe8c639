import { execFile, spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { type SeparateProcess, startSeparateProcess } from '../../../test/separateProcess.ts';
import { startEmbeddedPostgres } from '../embeddedPostgres.ts';

jest.setTimeout(60_000);

let dataDir: string;
/** A PATH whose setpriv forgets the parent-death signal, as on systems without it: Postgres then outlives its Flyerdeck. */
let pathWithoutDeathSignal: string;

/** Everything else setpriv still does: as root it is the only way to run Postgres behind a closed folder. */
const forgetfulSetpriv = (setpriv: string) => `#!/bin/sh
left=$#
while [ $left -gt 0 ]; do
  word=$1
  shift
  left=$((left - 1))
  if [ "$word" = --pdeathsig ]; then
    shift
    left=$((left - 1))
  else
    set -- "$@" "$word"
  fi
done
exec ${setpriv} "$@"
`;

const locate = (program: string) =>
  promisify(execFile)('/bin/sh', ['-c', `command -v ${program} || true`]).then(({ stdout }) => stdout.trim());

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'flyerdeck-orphan-'));
  await chmod(dataDir, 0o711);
  pathWithoutDeathSignal = join(dataDir, 'bin');
  await mkdir(pathWithoutDeathSignal);
  await symlink(await locate('id'), join(pathWithoutDeathSignal, 'id'));
  const setpriv = await locate('setpriv');
  if (setpriv) await writeFile(join(pathWithoutDeathSignal, 'setpriv'), forgetfulSetpriv(setpriv), { mode: 0o755 });
});

afterEach(() => rm(dataDir, { recursive: true, force: true }));

interface Flyerdeck extends SeparateProcess {
  url: string;
  postgresPid: number;
}

async function startFlyerdeck(env: NodeJS.ProcessEnv = {}): Promise<Flyerdeck> {
  const flyerdeck = await startSeparateProcess(
    `
      import { startEmbeddedPostgres } from ${JSON.stringify(join(import.meta.dirname, '..', 'embeddedPostgres.ts'))};
      const { url, pid } = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} });
      console.log(JSON.stringify({ url, postgresPid: pid }));
      setInterval(() => undefined, 60_000);
    `,
    env,
  );
  return { ...flyerdeck, ...JSON.parse(flyerdeck.firstLine) };
}

async function connectTo(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

function answers(url: string): Promise<boolean> {
  return connectTo(url).then(
    (client) => client.end().then(() => true),
    () => false,
  );
}

function isRunning(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch {
    return false;
  }
}

test('a Postgres that outlived a killed Flyerdeck is taken over with all that was committed', async () => {
  const killed = await startFlyerdeck({ PATH: pathWithoutDeathSignal });
  const client = await connectTo(killed.url);
  await client.query('CREATE TABLE flyers AS SELECT n FROM generate_series(1, 1000) AS n');
  await client.query('BEGIN');
  await client.query('INSERT INTO flyers VALUES (1001)');
  await killed.kill();
  expect(await answers(killed.url)).toBe(true);

  const lines: string[] = [];
  const postgres = await startEmbeddedPostgres({ dataDir, log: (line) => lines.push(line) });
  try {
    expect(lines).toContain(
      `A Postgres left over from an earlier run (process ${killed.postgresPid}) is being stopped.`,
    );
    const successor = await connectTo(postgres.url);
    expect((await successor.query('SELECT count(*)::int AS count FROM flyers')).rows).toEqual([{ count: 1000 }]);
    await successor.end();
  } finally {
    await postgres.stop();
  }
});

// The signal at a parent's death is Linux's.
if (process.platform === 'linux') {
  test('a Postgres ends by itself when its Flyerdeck is killed', async () => {
    const killed = await startFlyerdeck();
    expect(await answers(killed.url)).toBe(true);
    await killed.kill();
    while (isRunning(killed.postgresPid)) await sleep(20);
  });
}

test('a killed Postgres whose number now belongs to another process does not keep the next one from starting', async () => {
  const killed = await startEmbeddedPostgres({ dataDir });
  const dataFolder = join(dataDir, 'postgres');
  process.kill(Number(killed.pid), 'SIGKILL');
  await killed.exited;
  // Of the same user: only those Postgres takes for itself.
  const { uid, gid } = await stat(dataFolder);
  const bystander = spawn('sleep', ['60'], process.getuid?.() === 0 ? { uid, gid } : {});
  const record = join(dataFolder, 'postmaster.pid');
  await writeFile(record, (await readFile(record, 'utf8')).replace(/^\d+/, `${bystander.pid}`));
  try {
    const postgres = await startEmbeddedPostgres({ dataDir });
    await postgres.stop();
    expect(bystander.exitCode ?? bystander.signalCode).toBeNull();
  } finally {
    bystander.kill();
  }
});
