import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire, register } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';

/**
 * Runs TypeScript in a Node process without a build: `node --import ./test/typescriptLoader.mjs main.ts`. For `npm
 * run dev`, and for tests that start processes.
 */
// Node also loads this file in the thread that runs the hooks.
if (isMainThread) register(import.meta.url);

// Imports of the contracts use their sources, as in the tests, instead of their last build.
const contracts = new URL('../../contracts/src/index.ts', import.meta.url).href;

const options = {
  swcrc: false,
  sourceMaps: 'inline',
  module: { type: 'es6' },
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, useDefineForClassFields: false },
  },
};
const { version } = createRequire(import.meta.url)('@swc/core/package.json');
const cacheFolder = fileURLToPath(new URL('../../node_modules/.cache/typescript/', import.meta.url));
const hash = (...parts) => createHash('sha1').update(parts.join('\n')).digest('hex');

export const resolve = (specifier, context, nextResolve) =>
  nextResolve(specifier === '@flyerdeck/contracts' ? contracts : specifier, context);

export async function load(url, context, nextLoad) {
  if (!url.endsWith('.ts')) return nextLoad(url, context);
  const filename = fileURLToPath(url);
  const source = await readFile(filename, 'utf8');
  const cached = `${cacheFolder}${hash(filename)}.js`;
  const ending = `\n// ${hash(version, JSON.stringify(options), source)}`;
  const stored = await readFile(cached, 'utf8').catch(() => '');
  const code = stored.endsWith(ending) ? stored : await compile();
  return { format: 'module', source: code, shortCircuit: true };

  async function compile() {
    // Loaded only when needed, because loading it takes as long as compiling many files.
    const { transform } = await import('@swc/core');
    const code = (await transform(source, { filename, ...options })).code + ending;
    // Renamed, because another process may read or write the same file.
    const unfinished = `${cached}.${process.pid}`;
    await mkdir(cacheFolder, { recursive: true });
    await writeFile(unfinished, code);
    await rename(unfinished, cached);
    return code;
  }
}
