import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface TemporaryFile {
  read(): Promise<Buffer>;
  /** Gives the disk space back. */
  close(): Promise<void>;
}

/**
 * Keeps what is being uploaded on disk. A file loses its name before anything is written, so the system deletes it as soon as it is
 * closed, also when this process dies.
 */
export class TemporaryFiles {
  private ready: Promise<void> | null = null;

  constructor(private readonly folder: string) {}

  /** Writes the stream to its end. Throws what the stream or the disk throws, and then keeps nothing. */
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
      throw error;
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

  /** A process that died before `rm` left an empty file. If the file belongs to a running process, nothing is lost. */
  private async prepare(): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    for (const name of await readdir(this.folder)) await rm(join(this.folder, name), { force: true });
  }
}
