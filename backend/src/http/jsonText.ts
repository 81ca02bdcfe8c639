import { Readable } from 'node:stream';
import { constants } from 'node:zlib';

/**
 * An answer of type T as JSON text that the database has produced, in several pieces. Admin lists have megabytes: parsing and
 * serialising them would block all other requests.
 */
export class JsonText<T> {
  /** Exists only for the type checker. */
  declare readonly shape: T;

  constructor(private readonly pieces: readonly string[]) {}

  parse(): unknown {
    return JSON.parse(this.pieces.join(''));
  }

  stream(): Readable {
    return Readable.from(this.pieces);
  }
}

/**
 * How koa compresses answers of megabytes: 100,000 users take 41 ms of a processor instead of 193 with brotli, 68 instead of 141 with gzip,
 * and are about as small. These threads compete with the answers to other calls.
 */
export const FAST_COMPRESSION = {
  br: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
  gzip: { level: 1 },
};
