import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import { freeLoopbackPort } from '../src/database/embedded/loopbackPort.ts';
import { findPostgresPrograms, type PostgresPrograms } from '../src/database/embedded/postgresPrograms.ts';
import { closeDatabase, migrate, openDatabase } from '../src/dataSource.ts';
import { backUpIfDue } from '../src/operation/backup/scheduledBackups.ts';
import { testRestoreIfDue } from '../src/operation/backup/testRestore.ts';

const PASSWORD = "it's-a-password";
let folder: string;
let server: ReturnType<PostgresPrograms['spawnServer']>;
let port: number;
const urlOf = (user: string, database: string) =>
  `postgres://${user}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/${database}`;

/** The statements of .docker/createDatabase.sql, with psql's variables replaced. */
async function statements(): Promise<string[]> {
  const text = await readFile(join(import.meta.dirname, '../../.docker/createDatabase.sql'), 'utf8');
  expect(text).toContain('\\getenv password POSTGRES_PASSWORD');
  return text
    .replaceAll(/^(--|\\).*$/gm, '')
    .replaceAll(":'password'", `'${PASSWORD.replaceAll("'", "''")}'`)
    .split(';')
    .map((statement) => statement.trim())
    .filter(Boolean);
}

/** Starts a Postgres that has only a superuser with the password, as when the container's entry point runs the file. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flyerdeck-create-'));
  await chmod(folder, 0o777);
  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, PASSWORD);
  await chmod(passwordFile, 0o644);
  const data = join(folder, 'data');
  const programs = await findPostgresPrograms(folder, data);
  const locale = ['--encoding', 'UTF8', '--locale', 'C'];
  programs.run('initdb', [
    ...['-D', data, '--username', 'postgres', '--pwfile', passwordFile, '--auth', 'scram-sha-256'],
    ...locale,
  ]);
  port = await freeLoopbackPort();
  const settings = ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=', '-c', 'fsync=off'];
  server = programs.spawnServer(['-D', data, '-p', `${port}`, ...settings]);
  for await (const line of createInterface(server.stderr)) if (line.includes('ready to accept connections')) break;
  const superuser = new Client({ connectionString: urlOf('postgres', 'postgres') });
  await superuser.connect();
  await superuser.query(`CREATE ROLE limited LOGIN PASSWORD '${PASSWORD.replaceAll("'", "''")}'`);
  await superuser.query('CREATE DATABASE limited OWNER limited');
  for (const statement of await statements()) await superuser.query(statement);
  await superuser.end();
});
afterAll(async () => {
  server.kill('SIGINT');
  await once(server, 'exit');
  await rm(folder, { recursive: true, force: true });
});

test("the product's role is not a superuser, owns its database and can migrate it [S13.2-2]", async () => {
  const db = await openDatabase(urlOf('flyerdeck', 'flyerdeck'), { poolSize: 3 });
  await migrate(db);
  const [role] = await db.query(
    `SELECT rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls FROM pg_roles WHERE rolname = current_user`,
  );
  expect(Object.values(role)).toEqual([false, false, true, false, false]);
  expect(await db.query('SELECT 1 FROM users')).toEqual([]);
  await closeDatabase(db);
});

test.each([
  ["COPY (SELECT 1) TO PROGRAM 'true'"],
  ["SELECT pg_read_file('/etc/passwd')"],
  ['SELECT rolpassword FROM pg_authid'],
  ['CREATE ROLE another SUPERUSER'],
  ['DROP DATABASE limited'],
])("the product's role may not run: %s [S13.2-2]", async (statement) => {
  const client = new Client({ connectionString: urlOf('flyerdeck', 'flyerdeck') });
  await client.connect();
  await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' });
  await client.end();
});

test.each([
  ['flyerdeck', null],
  ['limited', 'The user of DATABASE_URL may not create a database: run ALTER ROLE limited CREATEDB.'],
])('a test restore as the role %s: %s', async (role, error) => {
  const db = await openDatabase(urlOf(role, role), { poolSize: 3 });
  const backups = { folder: join(folder, role), everyHours: 24, keep: 1, testGb: 1 };
  await migrate(db);
  await backUpIfDue(db, backups);
  expect(await testRestoreIfDue(db, backups)).toMatchObject({ error });
  await closeDatabase(db);
});

test('a network connection as the superuser is refused even with the password [S13.2-2]', async () => {
  const client = new Client({ connectionString: urlOf('postgres', 'flyerdeck') });
  await expect(client.connect()).rejects.toMatchObject({ code: '28P01' });
});
