/** A picture's file without its metadata. */
export interface Stripped {
  readonly bytes: Buffer;
  /** 1 unless it is an animation. */
  readonly frames: number;
}

/** The file's structure is invalid, so its metadata cannot be found. */
export class BrokenContainer extends Error {}

/** Room for the orientation and for a missing end. */
const ADDED_BYTES = 64;

/** The new file: kept parts of the source and new parts, in order. */
export class Parts {
  private readonly bytes: Buffer;
  length = 0;

  constructor(private readonly source: Buffer) {
    this.bytes = Buffer.alloc(source.length + ADDED_BYTES);
  }

  keep(from: number, to: number): void {
    this.length += this.source.copy(this.bytes, this.length, from, to);
  }

  add(part: Buffer): void {
    this.length += part.copy(this.bytes, this.length);
  }

  concat(): Buffer {
    return this.bytes.subarray(0, this.length);
  }
}

/** An Exif block (TIFF, big-endian) that contains only the orientation: 2 to 8 as in Exif. */
export function orientationExif(orientation: number): Buffer {
  const exif = Buffer.from('MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\0\0\0\0\0\0\0', 'latin1');
  exif.writeUInt16BE(orientation, 18);
  return exif;
}
