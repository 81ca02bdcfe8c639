import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { startSeparateProcess } from '../../../test/separateProcess.ts';
import { holdFolder } from './folderHold.ts';

// The variant for other systems also works on Linux.
const platforms = ['linux', 'darwin'] as const;

test.each(platforms)('a folder has one holder at a time (as on %s)', async (platform) => {
  const folder = `/somewhere/${randomUUID()}`;
  const first = await holdFolder(folder, platform);
  expect(await holdFolder(folder, platform)).toBeNull();
  const other = await holdFolder(`${folder}/else`, platform);
  expect(other).not.toBeNull();
  await Promise.all([first?.[Symbol.asyncDispose](), other?.[Symbol.asyncDispose]()]);
  const second = await holdFolder(folder, platform);
  expect(second).not.toBeNull();
  await second?.[Symbol.asyncDispose]();
});

test.each(platforms)('a hold ends with its process, even a killed one (as on %s)', async (platform) => {
  const folder = `/somewhere/${randomUUID()}`;
  const holder = await startSeparateProcess(`
    import { holdFolder } from ${JSON.stringify(join(import.meta.dirname, 'folderHold.ts'))};
    console.log(await holdFolder(${JSON.stringify(folder)}, ${JSON.stringify(platform)}) ? 'held' : 'refused');
    setInterval(() => undefined, 60_000);
  `);
  expect(holder.firstLine).toBe('held');
  expect(await holdFolder(folder, platform)).toBeNull();
  await holder.kill();
  const hold = await holdFolder(folder, platform);
  expect(hold).not.toBeNull();
  await hold?.[Symbol.asyncDispose]();
});
