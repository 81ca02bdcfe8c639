import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Plugin } from 'vite';

const compress = promisify(brotliCompress);
const COMPRESSED = /^assets\/.*\.(js|css)$/;

/**
 * Writes a `.br` file beside each script and style with Brotli's best compression. The static server prefers it. To
 * compress as well in each request would take too long.
 */
export const precompress = (): Plugin => ({
  name: 'precompress',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    const files = Object.keys(bundle).filter((file) => COMPRESSED.test(file));
    await Promise.all(
      files.map(async (file) => {
        const content = await readFile(join(dir, file));
        const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
        await writeFile(join(dir, `${file}.br`), await compress(content, { params }));
      }),
    );
  },
});
