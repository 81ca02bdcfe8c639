import { Readable } from 'node:stream';

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
