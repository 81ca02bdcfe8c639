import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { png } from '../src/files/images.fixture.ts';
import { useTestServer } from './testServer.ts';

/** Tests a client that openapi-typescript and openapi-fetch generate from the API document. */
const server = useTestServer();
const BACKEND = path.resolve(__dirname, '..');
const MAIN_JOB = path.join(__dirname, 'generatedClient/generatedMainJob.ts');
const run = promisify(execFile);

/** Runs `work` with a temporary folder below the backend, so that imports of packages work. */
async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  await mkdir(path.join(BACKEND, 'dist'), { recursive: true });
  const folder = await mkdtemp(path.join(BACKEND, 'dist/generated-client-'));
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('the types of the generated client accept the main job', async () => {
  await inFolder(async (folder) => {
    // In a separate process, because the generator is an ES module, which Jest cannot load.
    const generate = path.join(__dirname, 'generatedClient/generate.mjs');
    await run(process.execPath, [generate, `${server.baseUrl}/api/openapi.json`, path.join(folder, 'schema.ts')]);
    await copyFile(MAIN_JOB, path.join(folder, 'generatedMainJob.ts'));
    const options = { noEmit: true, composite: false, types: ['node'], lib: ['es2023', 'dom', 'dom.iterable'] };
    await writeFile(
      path.join(folder, 'tsconfig.json'),
      JSON.stringify({
        extends: '../../../tsconfig.base.json',
        compilerOptions: options,
        files: ['generatedMainJob.ts'],
      }),
    );
    const tsc = path.join(BACKEND, '../node_modules/.bin/tsc');
    const { stdout } = await run(tsc, ['-p', folder]).catch((error) => error);
    expect(stdout).toBe('');
  });
});

test('the generated client does the main job', async () => {
  // Not part of the TypeScript project, because its types are generated in the folder above.
  const { mainJob } = await import(MAIN_JOB);
  const picture = new Blob([new Uint8Array(await png())], { type: 'image/png' });
  expect(await mainJob(server.baseUrl, String(randomInt(1e11, 1e12 - 1)), picture)).toEqual({
    postings: 1,
    text: 'A flyer',
    hasPicture: true,
    status: 'posted',
    counts: { posted: 1, pending: 0, failed: 0, total: 1 },
    credits: 140,
    ledger: [-10, 150],
  });
});
