import { basename } from 'node:path';

/** Imported assets are replaced by their file names. */
export default {
  process: (_source, filename) => ({
    code: `module.exports = { __esModule: true, default: ${JSON.stringify(basename(filename))} };`,
  }),
};
