import { randomUUID } from 'node:crypto';
import { open, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sentenceOf } from '../../faults.ts';
import { makeFolder } from '../../makeFolder.ts';
import { OperatorError } from '../../operatorError.ts';

export interface TemporaryFile {
  read(): Promise<Buffer>;
  close(): Promise<void>;
}

/** Each file is unlinked before anything is written to it: it is deleted when it is closed, also when this process crashes. */
export class TemporaryFiles {
  private ready: Promise<void> | null = null;

  constructor(private readonly folder: string) {}

  /** If the stream or the disk fails, deletes the file and rethrows the error. */
  async write(stream: AsyncIterable<Buffer>): Promise<TemporaryFile> {
    this.ready ??= this.prepare();
    await this.ready;
    const path = join(this.folder, randomUUID());
    const handle = await open(path, 'wx+', 0o600);
    try {
      await rm(path, { force: true });
      await writeFile(handle, stream);
    } catch (error) {
      await handle.close();
      const sentence = sentenceOf(Object.assign(error as Error, { path: this.folder }));
      throw sentence === null ? error : new OperatorError(sentence, { cause: error });
    }
    return {
      async read() {
        const { size } = await handle.stat();
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(size), 0, size, 0);
        return buffer.subarray(0, bytesRead);
      },
      close: () => handle.close(),
    };
  }

  /** Deletes files of processes that crashed between `open` and `rm`. Harmless for a running process, which deletes the name anyway. */
  private async prepare(): Promise<void> {
    await makeFolder(this.folder, 0o700);
    for (const name of await readdir(this.folder)) await rm(join(this.folder, name), { force: true });
  }
}
