import { mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { RunnerFolder } from './runnerFolder.ts';

let root = '';
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'runner-folder-'));
});
afterEach(() => rm(root, { recursive: true }));

const page = { profile: 'a1', creatorId: '1', username: 'luna', wakeAtMs: null, wasAwake: false };

test('what it stores is there after a start, and can be read by its user only', async () => {
  const folder = await RunnerFolder.open(root);
  await folder.keepSecret('secret');
  await Promise.all([folder.keepPage(page), folder.keepPage({ ...page, profile: 'b2', creatorId: '2' })]);
  await folder.keepPage({ ...page, wasAwake: true });
  const again = await RunnerFolder.open(root);
  expect([again.secret, again.port, again.token]).toEqual(['secret', folder.port, folder.token]);
  expect(again.pages.map(({ profile, wasAwake }) => [profile, wasAwake])).toEqual([
    ['b2', false],
    ['a1', true],
  ]);
  expect((await stat(path.join(root, 'runner.json'))).mode & 0o777).toBe(0o600);
  expect((await stat(path.join(root, 'profiles'))).mode & 0o777).toBe(0o700);
});

test('a deleted profile is gone with its files', async () => {
  const folder = await RunnerFolder.open(root);
  await folder.keepPage(page);
  await folder.deleteProfile('a1');
  expect(JSON.parse(await readFile(path.join(root, 'runner.json'), 'utf8')).pages).toEqual([]);
});

test('after a write that failed, the next one stores everything', async () => {
  const folder = await RunnerFolder.open(root);
  const inTheWay = path.join(root, 'runner.json.new');
  await mkdir(inTheWay);
  await expect(folder.keepSecret('secret')).rejects.toThrow('EISDIR');
  await rm(inTheWay, { recursive: true });
  await folder.keepPage(page);
  const again = await RunnerFolder.open(root);
  expect([again.secret, again.pages]).toEqual(['secret', [page]]);
});
