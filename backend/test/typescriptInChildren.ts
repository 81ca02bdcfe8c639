import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * In the tests, programs that the product starts are TypeScript too. They use the same loader as startSeparateProcess.
 */
const loader = pathToFileURL(join(import.meta.dirname, 'typescriptLoader.mjs')).href;
process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --import ${loader}`.trim();
