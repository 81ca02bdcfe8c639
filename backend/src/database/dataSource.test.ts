import { getPriority } from 'node:os';
import { prioritiesOf } from '../../test/processTable.ts';
import { useTestDatabase } from '../../test/testDatabase.ts';
import { closeDatabase } from '../dataSource.ts';
import { isTemporaryDatabaseFailure } from '../http/errorHandler.ts';
import { ping } from '../http/health.query.ts';
import { openDatabases } from '../openDatabases.ts';
import { poolOf, urlOf } from './pool.ts';
import { type Db, oneRow, statement } from './statement.ts';

const database = useTestDatabase();

test('the process continues when connections in use break, the first one of the pool included', async () => {
  const pool = poolOf(database.sessionDb);
  const first = await pool.connect();
  const second = await pool.connect();
  const broken = [first, second].map((client) => new Promise((resolve) => client.once('end', () => resolve('broken'))));
  const { rows } = await first.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  await second.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
  await second.query('SELECT pg_terminate_backend(pg_backend_pid())').catch(() => undefined);
  expect(await Promise.all(broken)).toEqual(['broken', 'broken']);
  first.release(true);
  second.release(true);
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
});

const onLostConnection = () => undefined;
const opened: (() => Promise<void>)[] = [];
const open = (more: { readonly databaseDirectUrl?: string; readonly databaseReadUrl?: string } = {}) =>
  openDatabases(database.url, { databaseDirectUrl: null, databaseReadUrl: null, ...more }, onLostConnection, (close) =>
    opened.push(close),
  );
afterEach(async () => {
  for (const close of opened.splice(0)) await close();
});

test('calls of people have a lock timeout of five seconds, calls of devices one of three', async () => {
  const { db, searchDb, deviceDb } = await open();
  for (const pool of [db, searchDb]) expect(await pool.query('SHOW lock_timeout')).toEqual([{ lock_timeout: '5s' }]);
  expect(await deviceDb.query('SHOW lock_timeout')).toEqual([{ lock_timeout: '3s' }]);
});

const one = statement<{ one: number }, []>('SELECT 1 AS one');
const preparedBy = (db: Db) =>
  db.transaction(async (db) => {
    await one(db, []);
    return (await db.query('SELECT name FROM pg_prepared_statements')).length;
  });

test('beside a pooler, statements have no names, and what needs a session goes to Postgres itself', async () => {
  const direct = `${database.url}?direct`;
  const { db, sessionDb, deviceDb, searchDb } = await open({ databaseDirectUrl: direct });
  expect([db, deviceDb, searchDb, sessionDb].map(urlOf)).toEqual([database.url, database.url, database.url, direct]);
  expect(await Promise.all([db, deviceDb, searchDb, sessionDb].map(preparedBy))).toEqual([0, 0, 0, 1]);
});

test('searches and downloads go to the replica', async () => {
  const replica = `${database.url}?replica`;
  const { db, sessionDb, deviceDb, searchDb } = await open({ databaseReadUrl: replica });
  expect([db, sessionDb, deviceDb, searchDb].map(urlOf)).toEqual([database.url, database.url, database.url, replica]);
});

const backend = statement<{ pid: number }, []>('SELECT pg_backend_pid() AS pid');
const backendOf = async (db: Db) => (await oneRow(backend(db, []))).pid;

// Elsewhere the priority is not changed.
if (process.platform === 'linux') {
  test('the Postgres processes of searches and downloads, and no others, have a low priority', async () => {
    const { db, deviceDb, searchDb } = await open();
    expect(prioritiesOf(await backendOf(searchDb))).toEqual([10, 10]);
    // Also a connection that is opened later than with the pool.
    const further = await searchDb.transaction(async (first) => {
      await backendOf(first);
      return backendOf(searchDb);
    });
    expect(prioritiesOf(further)).toEqual([10, 10]);
    for (const other of [db, deviceDb]) expect(prioritiesOf(await backendOf(other))[0]).toBe(getPriority());
  });
}

test('a statement after the database was closed is a temporary failure, which is answered with 503', async () => {
  const { db } = await open();
  await closeDatabase(db);
  opened.splice(0, 1);
  const refused = await ping(db, []).catch((error: unknown) => error);
  expect(isTemporaryDatabaseFailure(refused)).toBe(true);
});
