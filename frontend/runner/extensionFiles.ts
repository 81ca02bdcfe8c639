import { access, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { unzipSync } from 'fflate';
import type { ServerApi } from './serverApi.ts';

const CHECK_EVERY_MS = 60_000;

/**
 * The extension of the server, unpacked into a folder of its own for each version, so that a browser that runs keeps its files. Its
 * id is the same in every folder, so profiles keep their data.
 */
export class ExtensionFiles {
  private checkedMs = Number.NEGATIVE_INFINITY;
  /** Browsers that start at the same time share it. */
  private finding: Promise<string> | null = null;

  constructor(
    private readonly folder: string,
    private readonly server: Pick<ServerApi, 'extension'>,
  ) {}

  /** The folder of the newest version. Without the server the last one. Throws if there is none. */
  newest(): Promise<string> {
    this.finding ??= this.find().finally(() => {
      this.finding = null;
    });
    return this.finding;
  }

  private async find(): Promise<string> {
    const etag = await readFile(path.join(this.folder, 'current'), 'utf8').catch(() => null);
    if (etag !== null && Date.now() - this.checkedMs < CHECK_EVERY_MS) return this.folderOf(etag);
    try {
      const newer = await this.server.extension(etag);
      this.checkedMs = Date.now();
      // A folder in use is never changed, whatever the server answers.
      if (newer !== null && newer.etag !== etag) await this.unpack(newer.zip, newer.etag);
      return this.folderOf(newer?.etag ?? etag ?? '');
    } catch (error) {
      if (etag !== null) return this.folderOf(etag);
      throw error;
    }
  }

  private folderOf(etag: string): string {
    const name = etag.replaceAll(/[^\w-]/g, '');
    if (name === '' || name === 'current') throw new Error('The extension of the server has no usable ETag.');
    return path.join(this.folder, name);
  }

  private async unpack(zip: Uint8Array, etag: string): Promise<void> {
    const target = this.folderOf(etag);
    const unpacked = `${target}.new`;
    await rm(unpacked, { recursive: true, force: true });
    for (const [name, bytes] of Object.entries(unzipSync(zip))) {
      const file = path.join(unpacked, name);
      // The zip comes from the own server; a name that leaves the folder would still be a mistake.
      if (!file.startsWith(`${unpacked}${path.sep}`) || name.endsWith('/')) continue;
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, bytes, { flush: true });
    }
    // It is there if the runner was killed before the next line had its effect.
    await rename(unpacked, target).catch(() => access(target));
    await writeFile(path.join(this.folder, 'current.new'), etag, { flush: true });
    await rename(path.join(this.folder, 'current.new'), path.join(this.folder, 'current'));
  }
}
