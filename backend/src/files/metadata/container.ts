/** A picture's file without its metadata. */
export interface Stripped {
  readonly bytes: Buffer;
  /** 1 unless it is an animation. */
  readonly frames: number;
}

/** The file's structure is invalid, so its metadata cannot be found. */
export class BrokenContainer extends Error {}

/**
 * Kept and new parts of a file, in order. Adjacent parts are copied as one, so a file without metadata is copied once and stays
 * as it is.
 */
export class Parts {
  private readonly list: Buffer[] = [];
  private start = 0;
  private end = 0;

  constructor(private readonly source: Buffer) {}

  keep(from: number, to: number): void {
    if (from !== this.end) {
      this.flush();
      this.start = from;
    }
    this.end = to;
  }

  add(bytes: Buffer): void {
    this.flush();
    this.start = this.end;
    this.list.push(bytes);
  }

  /** The number of bytes so far. */
  get length(): number {
    return this.list.reduce((sum, { length }) => sum + length, this.end - this.start);
  }

  concat(): Buffer {
    this.flush();
    const [only] = this.list;
    return this.list.length === 1 && only ? only : Buffer.concat(this.list);
  }

  private flush(): void {
    if (this.end > this.start) this.list.push(this.source.subarray(this.start, this.end));
    this.start = this.end;
  }
}

/** An Exif block (TIFF, big-endian) that contains only the orientation: 2 to 8 as in Exif. */
export function orientationExif(orientation: number): Buffer {
  const exif = Buffer.from('MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\0\0\0\0\0\0\0', 'latin1');
  exif.writeUInt16BE(orientation, 18);
  return exif;
}
