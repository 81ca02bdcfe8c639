import { Readable } from 'node:stream';

/**
 * An answer of shape T that came out of the database as JSON already, in pieces. A list of everybody is megabytes: made into
 * objects and back into text at once it would hold up every other request meanwhile.
 */
export class JsonText<T> {
  /** Only for the type: what the text says. */
  declare readonly shape: T;

  constructor(private readonly pieces: readonly string[]) {}

  parse(): unknown {
    return JSON.parse(this.pieces.join(''));
  }

  /** Characters, which is about as many bytes. */
  get length(): number {
    return this.pieces.reduce((sum, piece) => sum + piece.length, 0);
  }

  stream(): Readable {
    return Readable.from(this.pieces);
  }
}
