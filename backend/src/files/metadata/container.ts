/** The file of a picture without its metadata. */
export interface Stripped {
  readonly bytes: Buffer;
  /** Number of frames; 1 if the picture is not animated. */
  readonly frames: number;
}

/** Thrown if the file's structure is invalid, so that its metadata can not be found. */
export class BrokenContainer extends Error {}

/** Enough for an added orientation and an added end marker. */
const ADDED_BYTES = 64;

/** Builds the new file from parts of the source and new parts, in order. */
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

/** An Exif block (TIFF, big-endian) that contains only the orientation, an Exif value from 2 to 8. */
export function orientationExif(orientation: number): Buffer {
  const exif = Buffer.from('MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\0\0\0\0\0\0\0', 'latin1');
  exif.writeUInt16BE(orientation, 18);
  return exif;
}
