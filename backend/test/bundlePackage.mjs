import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { buildSync } from 'esbuild';

const ENTRY_POINTS = [
  '@opentelemetry/api/build/src/index',
  '@sinclair/typebox/build/cjs/(value/)?index',
  '@testing-library/user-event/dist/cjs/index',
  'aria-query/lib/index',
  'graphql/index',
  'prom-client/index',
  'rate-limiter-flexible/index',
  'typeorm/index',
];
/** For Jest's settings: the files that this transformer takes. */
export const BUNDLED = `(${ENTRY_POINTS.join('|')})\\.js$`;

/** Bundles a package of hundreds of modules, because Jest loads each module again in every test file. Its dependencies stay separate. */
export default {
  process: (_source, filename) => {
    const { outputFiles } = buildSync({
      entryPoints: [filename],
      bundle: true,
      packages: 'external',
      platform: 'node',
      target: 'node20',
      write: false,
    });
    return { code: outputFiles[0].text };
  },
  getCacheKey: (_source, filename) => {
    const folder = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+\//.exec(filename)[0];
    const hash = createHash('sha1').update(filename);
    for (const file of [`${folder}package.json`, import.meta.filename]) hash.update(readFileSync(file));
    return hash.digest('hex');
  },
};
