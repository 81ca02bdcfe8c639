import { basename } from 'node:path';

/** An imported asset is its file name. */
export default {
  process: (_source, filename) => ({
    code: `module.exports = { __esModule: true, default: ${JSON.stringify(basename(filename))} };`,
  }),
};
