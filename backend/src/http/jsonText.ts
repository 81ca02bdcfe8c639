import { Readable } from 'node:stream';
import { constants } from 'node:zlib';

/** Written by the database, in pieces: parsing and serialising megabytes would block all other requests. */
export class JsonText<T> {
  declare readonly shape: T;

  constructor(private readonly pieces: readonly string[]) {}

  parse(): unknown {
    return JSON.parse(this.pieces.join(''));
  }

  stream(): Readable {
    return Readable.from(this.pieces);
  }
}

/** 100,000 users take 41 ms of a processor instead of 193 with brotli, 68 instead of 141 with gzip, and are about as small. */
export const FAST_COMPRESSION = {
  br: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
  gzip: { level: 1 },
};
