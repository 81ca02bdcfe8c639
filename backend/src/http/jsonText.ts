import { Readable } from 'node:stream';

/**
 * An answer of shape T that the database gave as JSON, in pieces. An admin list has megabytes: parsed and serialised at once,
 * it would block all other requests.
 */
export class JsonText<T> {
  /** Only for the type. */
  declare readonly shape: T;

  constructor(private readonly pieces: readonly string[]) {}

  parse(): unknown {
    return JSON.parse(this.pieces.join(''));
  }

  /** In characters, which is about as many bytes. */
  get length(): number {
    return this.pieces.reduce((sum, piece) => sum + piece.length, 0);
  }

  stream(): Readable {
    return Readable.from(this.pieces);
  }
}
