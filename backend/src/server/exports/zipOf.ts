import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

export interface ZipEntry {
  readonly name: string;
  /** Only texts are compressed: pictures are compressed already. */
  readonly isText?: boolean;
  readonly chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** Holds one chunk of an entry in memory. At most 4 GB and 65,535 entries. */
export async function* zipOf(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  let failure: Error | null = null;
  let ready: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) failure = error;
    else ready.push(piece);
  });
  const take = () => {
    if (failure) throw failure;
    const pieces = ready;
    ready = [];
    return pieces;
  };
  for await (const { name, isText, chunks } of entries) {
    const file = isText ? new ZipDeflate(name, { level: 6 }) : new ZipPassThrough(name);
    zip.add(file);
    for await (const chunk of chunks) {
      file.push(chunk);
      yield* take();
    }
    file.push(new Uint8Array(), true);
    yield* take();
  }
  zip.end();
  yield* take();
}
