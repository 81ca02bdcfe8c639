import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Programs that the product itself starts are TypeScript in the tests: they are loaded as startSeparateProcess does it. */
const loader = pathToFileURL(join(import.meta.dirname, 'typescriptLoader.mjs')).href;
process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --import ${loader}`.trim();
