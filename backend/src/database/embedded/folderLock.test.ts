import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { startSeparateProcess } from '../../../test/separateProcess.ts';
import { lockFolder } from './folderLock.ts';

// The implementation for other systems also works on Linux.
const platforms = ['linux', 'darwin'] as const;

test.each(platforms)('a folder is locked by one caller at a time (as on %s)', async (platform) => {
  const folder = `/somewhere/${randomUUID()}`;
  const first = await lockFolder(folder, platform);
  expect(await lockFolder(folder, platform)).toBeNull();
  const other = await lockFolder(`${folder}/else`, platform);
  expect(other).not.toBeNull();
  await Promise.all([first?.[Symbol.asyncDispose](), other?.[Symbol.asyncDispose]()]);
  const second = await lockFolder(folder, platform);
  expect(second).not.toBeNull();
  await second?.[Symbol.asyncDispose]();
});

test.each(platforms)('a lock is released when its process is killed (as on %s)', async (platform) => {
  const folder = `/somewhere/${randomUUID()}`;
  const separateProcess = await startSeparateProcess(`
    import { lockFolder } from ${JSON.stringify(join(import.meta.dirname, 'folderLock.ts'))};
    console.log(await lockFolder(${JSON.stringify(folder)}, ${JSON.stringify(platform)}) ? 'locked' : 'refused');
    setInterval(() => undefined, 60_000);
  `);
  expect(separateProcess.firstLine).toBe('locked');
  expect(await lockFolder(folder, platform)).toBeNull();
  await separateProcess.kill();
  const lock = await lockFolder(folder, platform);
  expect(lock).not.toBeNull();
  await lock?.[Symbol.asyncDispose]();
});
