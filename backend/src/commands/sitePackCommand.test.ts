import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import '../../test/typescriptInChildren.ts';
import { useTestDatabase } from '../../test/testDatabase.ts';
import { BUILT_IN, packOf, readPack } from '../sitePacks/sitePacks.testing.ts';

const database = useTestDatabase();
const NEW = BUILT_IN + 1;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-pack-'));
});
afterAll(() => rm(folder, { recursive: true }));

function run(args: readonly string[], databaseUrl: string) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'sitePackCommand.ts'), ...args],
    { env: { ...process.env, DATABASE_URL: databaseUrl }, encoding: 'utf8' },
  );
  return { status, printed: stdout + stderr };
}

test('check needs no database, and says what is wrong with a pack', async () => {
  const file = join(folder, 'bad.json');
  await writeFile(file, JSON.stringify({ ...packOf(NEW), code: 'alert()' }));
  const unreachable = 'postgres://nobody@127.0.0.1:1/none';
  expect(run(['check', file], unreachable)).toEqual({ status: 1, printed: "'code': Unexpected property.\n" });
});

test('publish and withdraw change the database at DATABASE_URL', async () => {
  const file = join(folder, 'pack.json');
  await writeFile(file, JSON.stringify(packOf(NEW)));
  expect(run(['publish', file], database.url)).toEqual({
    status: 0,
    printed: `Version ${NEW} is published. Pages of three owners try it first.\n`,
  });
  expect((await readPack(database.db, NEW))?.stage).toBe('canary');
  expect(run(['withdraw', file], database.url)).toEqual({ status: 0, printed: `Version ${NEW} is withdrawn.\n` });
  expect((await readPack(database.db, NEW))?.withdrawn_reason).toBe('The operator withdrew it.');
});
