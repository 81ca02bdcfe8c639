import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { addPage } from './addPage.ts';
import { TIMES } from './nextWake.ts';
import { RunnerFolder } from './runnerFolder.ts';
import type { ServerApi } from './serverApi.ts';

test('a browser that does not start leaves no profile behind', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'runner-folder-'));
  const folder = await RunnerFolder.open(root);
  const adding = { profile: 'a1', username: null, question: null, view: null, confirmed: true, cancelled: false };
  const launch = async () => {
    await mkdir(await folder.profilePath('a1'));
    throw new Error('no browser');
  };
  const parts = {
    adding,
    folder,
    launch,
    server: {} as ServerApi,
    times: TIMES,
    isStopped: () => false,
    log: () => {},
  };
  await expect(addPage(parts)).rejects.toThrow('no browser');
  expect(await readdir(path.join(root, 'profiles'))).toEqual([]);
  await rm(root, { recursive: true });
});
