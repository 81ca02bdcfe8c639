import { randomBytes, randomInt } from 'node:crypto';
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** A page with its profile. The server knows it by its guid, the profile by the account that is logged in to it. */
export interface KnownPage {
  /** Name of its folder in `profiles`. */
  readonly profile: string;
  readonly creatorId: string;
  readonly username: string;
  /** When its browser should look at the site by itself; null for when the server asks. */
  readonly wakeAtMs: number | null;
  /** Its browser was running. True after a start: the runner or the machine was stopped by force. */
  readonly wasAwake: boolean;
}

interface Settings {
  /** The runner's secret; null until it has a code. */
  readonly secret: string | null;
  /** The port of the runner's own page on loopback. Listening on it also is the lock of the folder: only one program can. */
  readonly port: number;
  /** Proves that a call of the own page comes from a person who can read this folder. */
  readonly token: string;
  readonly pages: readonly KnownPage[];
}

/**
 * What a runner stores: `runner.json`, which only its user can read, a profile folder for each page, and the extension. A change is
 * written to another file that replaces it, so that a power cut leaves the one before.
 */
export class RunnerFolder {
  private writing: Promise<void> = Promise.resolve();

  private constructor(
    readonly root: string,
    private settings: Settings,
  ) {}

  static async open(root: string): Promise<RunnerFolder> {
    await mkdir(path.join(root, 'profiles'), { recursive: true, mode: 0o700 });
    const text = await readFile(path.join(root, 'runner.json'), 'utf8').catch(() => null);
    const fresh: Settings = {
      secret: null,
      port: randomInt(20_000, 32_000),
      token: randomBytes(16).toString('hex'),
      pages: [],
    };
    const folder = new RunnerFolder(root, { ...fresh, ...(text === null ? {} : (JSON.parse(text) as Settings)) });
    if (text === null) await folder.change({});
    return folder;
  }

  get secret(): string | null {
    return this.settings.secret;
  }

  get port(): number {
    return this.settings.port;
  }

  get token(): string {
    return this.settings.token;
  }

  get pages(): readonly KnownPage[] {
    return this.settings.pages;
  }

  profilePath(profile: string): string {
    return path.join(this.root, 'profiles', profile);
  }

  get extensionPath(): string {
    return path.join(this.root, 'extension');
  }

  newProfile(): string {
    return randomBytes(6).toString('hex');
  }

  async keepSecret(secret: string | null): Promise<void> {
    await this.change({ secret });
  }

  /** Adds a page, or changes the page with this profile. */
  async keepPage(page: KnownPage): Promise<void> {
    const others = this.pages.filter(({ profile }) => profile !== page.profile);
    await this.change({ pages: [...others, page] });
  }

  /** Deletes a profile with all its cookies. */
  async deleteProfile(profile: string): Promise<void> {
    await this.change({ pages: this.pages.filter((page) => page.profile !== profile) });
    await rm(this.profilePath(profile), { recursive: true, force: true, maxRetries: 5 });
  }

  private change(changes: Partial<Settings>): Promise<void> {
    this.settings = { ...this.settings, ...changes };
    // A write that failed, for example on a full disk, must not end the later ones.
    const before = this.writing.catch(() => undefined);
    this.writing = before.then(async () => {
      const file = path.join(this.root, 'runner.json');
      await writeFile(`${file}.new`, `${JSON.stringify(this.settings, null, 2)}\n`, { mode: 0o600, flush: true });
      await chmod(`${file}.new`, 0o600);
      await rename(`${file}.new`, file);
    });
    return this.writing;
  }
}
