/**
 * Runs TypeScript in a Node process without a build: `node --import ./test/typescriptLoader.mjs main.ts`. For `npm
 * run dev`, and for tests that start processes.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import nodeModule, { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';

// Imports of the contracts use their sources, as in the tests, instead of their last build.
const contracts = new URL('../../contracts/src/', import.meta.url);
const sourceOf = (specifier) => {
  const [, file = 'index'] = /^@flyerdeck\/contracts(?:\/(.+))?$/.exec(specifier) ?? [null, null];
  return file === null ? specifier : new URL(`${file}.ts`, contracts).href;
};

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
const require = createRequire(import.meta.url);
const { version } = require('@swc/core/package.json');
const cacheFolder = fileURLToPath(new URL('../../node_modules/.cache/typescript/', import.meta.url));
const hash = (...parts) => createHash('sha1').update(parts.join('\n')).digest('hex');

export const resolve = (specifier, context, nextResolve) => nextResolve(sourceOf(specifier), context);

export function load(url, context, nextLoad) {
  if (!url.endsWith('.ts')) return nextLoad(url, context);
  const filename = fileURLToPath(url);
  const source = readFileSync(filename, 'utf8');
  const cached = `${cacheFolder}${hash(filename)}.js`;
  const ending = `\n// ${hash(version, JSON.stringify(options), source)}`;
  const stored = existsSync(cached) ? readFileSync(cached, 'utf8') : '';
  const code = stored.endsWith(ending) ? stored : compile();
  return { format: 'module', source: code, shortCircuit: true };

  function compile() {
    // Loaded only when needed, because loading it takes as long as compiling many files.
    const code = require('@swc/core').transformSync(source, { filename, ...options }).code + ending;
    // Renamed, because another process may read or write the same file.
    const unfinished = `${cached}.${process.pid}`;
    mkdirSync(cacheFolder, { recursive: true });
    writeFileSync(unfinished, code);
    renameSync(unfinished, cached);
    return code;
  }
}

// Hooks in the same thread take half the processor time. Node 20 has only those of another thread, which loads this file too.
if (nodeModule.registerHooks) nodeModule.registerHooks({ resolve, load });
else if (isMainThread) nodeModule.register(import.meta.url);
