import { chmod, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
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

test('a folder that exists is closed to other users with a message, and its secrets too [S13.3-2]', async () => {
  await RunnerFolder.open(root);
  await chmod(root, 0o755);
  await chmod(path.join(root, 'profiles'), 0o777);
  await chmod(path.join(root, 'runner.json'), 0o644);
  const warn = jest.fn();
  await RunnerFolder.open(root, warn);
  const modes = await Promise.all(
    ['', 'profiles', 'runner.json'].map(async (name) => (await stat(path.join(root, name))).mode & 0o777),
  );
  expect(modes).toEqual([0o700, 0o700, 0o600]);
  expect(warn.mock.calls).toEqual([[`Other users of this machine could open ${root}. Now only its user can.`]]);
  await RunnerFolder.open(root, warn);
  expect(warn).toHaveBeenCalledTimes(1);
});

test("another user's folder, and one for everybody, are refused and stay as they are", async () => {
  await chmod(root, 0o1777);
  const refusal = 'does not belong to the user who starts the runner';
  await expect(RunnerFolder.open(root)).rejects.toThrow(refusal);
  expect((await stat(root)).mode & 0o7777).toBe(0o1777);
  await chmod(root, 0o755);
  jest.spyOn(process, 'getuid').mockReturnValue((process.getuid?.() ?? 0) + 1);
  await expect(RunnerFolder.open(root)).rejects.toThrow(refusal);
  expect((await stat(root)).mode & 0o7777).toBe(0o755);
  expect(await readdir(root)).toEqual([]);
});

test.each(['', '..', '.', 'a1/..', '/', 'x'.repeat(100_000)])('%j is no profile', async (profile) => {
  const folder = await RunnerFolder.open(root);
  await folder.keepPage(page);
  await mkdir(path.join(root, 'profiles/a1'));
  await expect(folder.deleteProfile(profile)).rejects.toThrow('There is no such profile.');
  expect(folder.pages).toEqual([page]);
  expect(await readdir(path.join(root, 'profiles'))).toEqual(['a1']);
  // As if somebody had written it into the file.
  const file = path.join(root, 'runner.json');
  await writeFile(file, JSON.stringify({ secret: 's', port: 1, token: 't', pages: [{ ...page, profile }] }));
  await expect(RunnerFolder.open(root)).rejects.toThrow('runner.json is damaged.');
});

test('a link is neither followed nor deleted', async () => {
  const folder = await RunnerFolder.open(root);
  await folder.keepPage(page);
  const elsewhere = path.join(root, 'elsewhere');
  await mkdir(path.join(elsewhere, 'Default'), { recursive: true });
  await symlink(elsewhere, path.join(root, 'profiles/a1'));
  await expect(folder.profilePath('a1')).rejects.toThrow('follows no links');
  await expect(folder.deleteProfile('a1')).rejects.toThrow('follows no links');
  expect([folder.pages, await readdir(elsewhere), await readdir(path.join(root, 'profiles'))]).toEqual([
    [page],
    ['Default'],
    ['a1'],
  ]);
  await rm(path.join(root, 'profiles'), { recursive: true });
  await symlink(elsewhere, path.join(root, 'profiles'));
  await expect(RunnerFolder.open(root)).rejects.toThrow('follows no links');
});
