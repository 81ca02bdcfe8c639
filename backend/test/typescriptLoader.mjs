import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { register } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isMainThread, threadId } from 'node:worker_threads';

/**
 * Runs our TypeScript in a Node process outside Jest, without a build: `node --import ./test/typescriptLoader.mjs FILE.ts`.
 * For tests about processes themselves: killed ones, second ones.
 */
// Node loads this file a second time, in the thread that runs the hooks.
if (isMainThread) register(import.meta.url);

// The contracts' sources, as in the tests: never an old build of them.
const contracts = new URL('../../contracts/src/index.ts', import.meta.url).href;
/** Compiled files by the hash of their source and of this file, which has the compiler's options. */
const cache = new URL('../../node_modules/.cache/flyerdeck-typescript/', import.meta.url);

export const resolve = (specifier, context, nextResolve) =>
  nextResolve(specifier === '@flyerdeck/contracts' ? contracts : specifier, context);

export async function load(url, context, nextLoad) {
  if (!url.endsWith('.ts')) return nextLoad(url, context);
  return { format: 'module', source: await compiled(fileURLToPath(url)), shortCircuit: true };
}

const ours = readFile(new URL(import.meta.url), 'utf8');

async function compiled(filename) {
  const source = await readFile(filename, 'utf8');
  const name = createHash('sha256')
    .update(JSON.stringify([await ours, filename, source]))
    .digest('hex');
  const kept = new URL(`${name}.mjs`, cache);
  return readFile(kept, 'utf8').catch(async () => {
    const code = await compile(source, filename);
    // Whole or not at all: other processes read it meanwhile.
    const unfinished = new URL(`${name}.${process.pid}-${threadId}`, cache);
    await mkdir(cache, { recursive: true });
    await writeFile(unfinished, code);
    await rename(unfinished, kept);
    return code;
  });
}

async function compile(source, filename) {
  // Most processes need no compiler.
  const { transform } = await import('@swc/core');
  const { code } = await transform(source, {
    filename,
    swcrc: false,
    sourceMaps: 'inline',
    module: { type: 'es6' },
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, useDefineForClassFields: false },
    },
  });
  return code;
}
