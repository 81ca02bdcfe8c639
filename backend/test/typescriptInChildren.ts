import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** In tests, the processes that the product starts run TypeScript too, with the same loader as startSeparateProcess. */
const loader = pathToFileURL(join(import.meta.dirname, 'typescriptLoader.mjs')).href;
process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --import ${loader}`.trim();
