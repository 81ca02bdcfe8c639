import { readFile } from 'node:fs/promises';
import { register } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { transform } from '@swc/core';

/**
 * Runs TypeScript in a Node process without a build: `node --import ./test/typescriptLoader.mjs main.ts`. For `npm
 * run dev`, and for tests that start processes.
 */
// Node also loads this file in the thread that runs the hooks.
if (isMainThread) register(import.meta.url);

// Imports of the contracts use their sources, as in the tests, instead of their last build.
const contracts = new URL('../../contracts/src/index.ts', import.meta.url).href;

export const resolve = (specifier, context, nextResolve) =>
  nextResolve(specifier === '@flyerdeck/contracts' ? contracts : specifier, context);

export async function load(url, context, nextLoad) {
  if (!url.endsWith('.ts')) return nextLoad(url, context);
  const filename = fileURLToPath(url);
  const { code } = await transform(await readFile(filename, 'utf8'), {
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
  return { format: 'module', source: code, shortCircuit: true };
}
