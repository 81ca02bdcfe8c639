import { randomUUID } from 'node:crypto';
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
