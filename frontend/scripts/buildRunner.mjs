import { readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { zipExtension } from './buildExtension.mjs';

const frontend = dirname(dirname(fileURLToPath(import.meta.url)));
const { version: playwright } = JSON.parse(
  readFileSync(fileURLToPath(import.meta.resolve('playwright-core/package.json')), 'utf8'),
);

/** The files of runner.zip by name. The server adds its address (`server.json`). */
export async function buildRunner() {
  const { outputFiles } = await build({
    entryPoints: [join(frontend, 'runner', 'main.ts')],
    absWorkingDir: frontend,
    alias: { '@flyerdeck/contracts': join(dirname(frontend), 'contracts', 'src') },
    bundle: true,
    preserveSymlinks: true,
    tsconfigRaw: {},
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external: ['playwright-core'],
    // ws is a CommonJS package.
    banner: {
      js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
    },
    legalComments: 'none',
    write: false,
  });
  const manifest = {
    name: 'flyerdeck-runner',
    private: true,
    type: 'module',
    engines: { node: '>=20.19' },
    scripts: { start: 'node runner.mjs' },
    dependencies: { 'playwright-core': playwright },
  };
  const files = {
    'README.md': join(frontend, 'runner', 'README.md'),
    Dockerfile: join(frontend, 'runner', 'Dockerfile'),
    'chromiumSeccomp.json': join(dirname(frontend), '.docker', 'chromiumSeccomp.json'),
  };
  const copied = Object.entries(files).map(async ([name, file]) => [
    `flyerdeck-runner/${name}`,
    new Uint8Array(await readFile(file)),
  ]);
  return {
    'flyerdeck-runner/runner.mjs': outputFiles[0].contents,
    'flyerdeck-runner/package.json': new TextEncoder().encode(`${JSON.stringify(manifest, null, 2)}\n`),
    ...Object.fromEntries(await Promise.all(copied)),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const dist = join(frontend, 'dist');
  await mkdir(dist, { recursive: true });
  await writeFile(join(dist, 'runner.zip'), zipExtension(await buildRunner()));
}
