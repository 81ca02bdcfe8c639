import { randomBytes, randomInt } from 'node:crypto';
import { chmod, link, lstat, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** The name of a profile: one folder, never a path. */
const PROFILE_NAME = /^[\w-]{1,64}$/;
const STICKY = 0o1000;

/** A page with its profile. The server knows it by its guid, the profile by the account that is logged in to it. */
export interface KnownPage {
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
  /** Proves that a call of the own page comes from a person who can read this folder. Another one after each start. */
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

  /**
   * Makes the folder if there is none. Its rights are repaired if others could open it. Throws if it is not its user's own, or its
   * settings cannot be read.
   */
  static async open(root: string, warn: (line: string) => void = () => undefined): Promise<RunnerFolder> {
    const file = path.join(root, 'runner.json');
    await mkdir(root, { recursive: true, mode: 0o700 });
    if (await restrict(root, 0o700, stat))
      warn(`Other users of this machine could open ${root}. Now only its user can.`);
    await mkdir(path.join(root, 'profiles'), { recursive: true, mode: 0o700 });
    await restrict(path.join(root, 'profiles'), 0o700, lstat);
    if (!(await exists(file))) await create(file);
    await restrict(file, 0o600, lstat);
    return new RunnerFolder(root, parse(await readFile(file, 'utf8'), file));
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

  /** The folder of a profile. Throws if it is, or would be, anything else than a folder in `profiles`. */
  async profilePath(profile: string): Promise<string> {
    const at = path.join(this.root, 'profiles', profile);
    if (!PROFILE_NAME.test(profile)) throw new Error('There is no such profile.');
    const found = await lstat(at).catch(() => null);
    if (found && !found.isDirectory()) throw new Error(`${at} is not a folder. The runner follows no links.`);
    return at;
  }

  get extensionPath(): string {
    return path.join(this.root, 'extension');
  }

  newProfile(): string {
    return randomBytes(6).toString('hex');
  }

  async renewToken(): Promise<void> {
    await this.change({ token: newToken() });
  }

  async keepSecret(secret: string | null): Promise<void> {
    await this.change({ secret });
  }

  async keepPage(page: KnownPage): Promise<void> {
    const others = this.pages.filter(({ profile }) => profile !== page.profile);
    await this.change({ pages: [...others, page] });
  }

  /** Deletes a profile with all its cookies. Throws and changes nothing if it is not a folder in `profiles`. */
  async deleteProfile(profile: string): Promise<void> {
    const at = await this.profilePath(profile);
    await this.change({ pages: this.pages.filter((page) => page.profile !== profile) });
    await rm(at, { recursive: true, force: true, maxRetries: 5 });
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

const newToken = () => randomBytes(16).toString('hex');

/** Two runners that start at once in a new folder get the same settings, and with the same port only one of them can run. */
async function create(file: string): Promise<void> {
  const fresh: Settings = { secret: null, port: randomInt(20_000, 32_000), token: newToken(), pages: [] };
  const unfinished = `${file}.${newToken()}`;
  await writeFile(unfinished, `${JSON.stringify(fresh, null, 2)}\n`, { mode: 0o600, flush: true });
  // Some file systems have no hard links.
  await link(unfinished, file).catch((error: NodeJS.ErrnoException) =>
    error.code === 'EEXIST' ? undefined : rename(unfinished, file),
  );
  await rm(unfinished, { force: true });
}

function parse(text: string, file: string): Settings {
  try {
    const settings = JSON.parse(text) as Settings;
    if (settings.pages.every(({ profile }) => PROFILE_NAME.test(profile))) return settings;
  } catch {
    // The same sentence.
  }
  throw new Error(`${file} is damaged.`);
}

const exists = (file: string) =>
  lstat(file).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      return false;
    },
  );

/**
 * Only the user of this process may open it. True if others could. Throws if it is another user's, or a folder for everybody such as
 * /tmp. Windows has no such rights.
 */
async function restrict(at: string, mode: number, look: typeof lstat): Promise<boolean> {
  if (!process.getuid) return false;
  const found = await look(at);
  if (found.isSymbolicLink()) throw new Error(`${at} is a link. The runner follows no links.`);
  if (found.uid !== process.getuid() || found.mode & STICKY)
    throw new Error(`${at} does not belong to the user who starts the runner. Use that user, or another --folder.`);
  if ((found.mode & 0o777) === mode) return false;
  await chmod(at, mode);
  return true;
}
