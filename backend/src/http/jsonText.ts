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

  /** In characters; the number of bytes is about the same. */
  get length(): number {
    return this.pieces.reduce((sum, piece) => sum + piece.length, 0);
  }

  stream(): Readable {
    return Readable.from(this.pieces);
  }
}
