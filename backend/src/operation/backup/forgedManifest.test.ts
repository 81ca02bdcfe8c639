import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildUser } from '../../../test/factories.ts';
import { useTestDatabase } from '../../../test/testDatabase.ts';
import { backUp } from './backup.ts';
import { type BackupManifest, hashOfManifest, MANIFEST, verifyBackup } from './readBackup.ts';
import { restore } from './restore.ts';

const original = useTestDatabase();
const empty = useTestDatabase();

let folder: string;
let honest: BackupManifest;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flyerdeck-forged-'));
  await buildUser(original.db);
  honest = await backUp(original.db, folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));
afterEach(async () => {
  expect(
    await empty.db.query(`SELECT to_regclass('stolen') AS stolen, (SELECT count(*)::int FROM users) AS users`),
  ).toEqual([{ stolen: null, users: 0 }]);
});

type Table = BackupManifest['tables'][number];
const withUsers = (change: (users: Table) => Table): BackupManifest => ({
  ...honest,
  tables: honest.tables.map((table) => (table.name === 'public.users' ? change(table) : table)),
});
const put = (manifest: BackupManifest) => writeFile(join(folder, MANIFEST), JSON.stringify(manifest));
/** As somebody who knows how the hash is made. */
const forge = (manifest: BackupManifest) => put({ ...manifest, sha256: hashOfManifest(manifest) });

const SQL = 'id) FROM STDIN; CREATE TABLE stolen (a int); COPY users (id';

test.each<[what: string, manifest: () => BackupManifest, sentence: string]>([
  ['SQL as a column', () => withUsers((users) => ({ ...users, columns: [SQL] })), 'unknown column'],
  [
    'another column',
    () => withUsers((users) => ({ ...users, columns: [...users.columns, 'shoe_size'] })),
    'unknown column',
  ],
  [
    'a column twice',
    () => withUsers((users) => ({ ...users, columns: ['id', ...users.columns.slice(1, -1), 'id'] })),
    'unknown column',
  ],
  ['a column less', () => withUsers((users) => ({ ...users, columns: users.columns.slice(1) })), 'unknown column'],
  [
    'SQL as a table',
    () => ({ ...honest, tables: [...honest.tables, { name: `users (${SQL}`, columns: ['id'], rows: 0, sha256: '' }] }),
    'unknown table',
  ],
  [
    'a table of the database itself',
    () => ({
      ...honest,
      tables: [...honest.tables, { name: 'pg_catalog.pg_authid', columns: ['oid'], rows: 0, sha256: '' }],
    }),
    'unknown table',
  ],
  ['a table less', () => ({ ...honest, tables: honest.tables.slice(1) }), 'The backup has no table'],
  [
    'another sequence',
    () => ({ ...honest, sequences: [{ name: 'public.other_seq', last_value: '7' }] }),
    'unknown sequence',
  ],
])('a manifest that has %s is refused, with its hash and without', async (_, manifest, sentence) => {
  await forge(manifest());
  await expect(restore(empty.db, folder)).rejects.toThrow(sentence);
  await put(manifest());
  await expect(restore(empty.db, folder)).rejects.toThrow('manifest.json differs from what was backed up.');
});

test('a check of a backup finds a changed manifest, and one that is no JSON', async () => {
  await writeFile(join(folder, MANIFEST), JSON.stringify(honest));
  await verifyBackup(folder);
  await put({ ...honest, made_at: '2020-01-01T00:00:00.000Z' });
  await expect(verifyBackup(folder)).rejects.toThrow('manifest.json differs from what was backed up.');
  await writeFile(join(folder, MANIFEST), (await readFile(join(folder, MANIFEST), 'utf8')).slice(0, 99));
  await expect(verifyBackup(folder)).rejects.toThrow('manifest.json differs from what was backed up.');
});
