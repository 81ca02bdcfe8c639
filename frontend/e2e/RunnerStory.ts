import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Task, TaskDetail, Page as WirePage } from '@flyerdeck/contracts';
import { TRUSTED_CLICK } from '@flyerdeck/contracts/extension.values';
import { type Browser, chromium, type Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import config from '../playwright.config.ts';
import { TOKEN_HEADER } from '../runner/control.ts';
import type { RunnerStatus } from '../runner/runnerStatus.ts';
import { CreatorSite } from './creatorSite/CreatorSite.ts';
import type { Account } from './creatorSite/SiteRecords.ts';
import { flyerWebp } from './flyerImages.ts';
import { expect, startProduct } from './product.ts';
import { publishPack, STAND_IN_PACK } from './publishedPacks.ts';
import { queueFlyers } from './sampleAccount.ts';
import { Person } from './spec/Person.ts';

/** In the checkout, so that the program finds playwright-core. */
const PROGRAMS = path.join(import.meta.dirname, '../test-results/runners');

interface StoryOptions {
  readonly accounts: readonly Account[];
  /** The site ignores events of scripts. */
  readonly isTrustedOnly?: boolean;
  /** Settings of the product. */
  readonly settings?: Readonly<Record<string, string>>;
  /** How long a browser without work stays, in seconds. */
  readonly idleSeconds?: number;
}

/** The download of the product, as its users unpack it. */
async function unpackProgram(productUrl: string, folder: string): Promise<void> {
  const zip = await (await fetch(`${productUrl}/runner.zip`)).arrayBuffer();
  for (const [name, bytes] of Object.entries(unzipSync(new Uint8Array(zip)))) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), bytes);
  }
}

/** A person with a runner in a process of its own, a product that knows the stand-in site, and the site. */
export class RunnerStory {
  private process: ChildProcess | null = null;

  private constructor(
    readonly site: CreatorSite,
    readonly product: Awaited<ReturnType<typeof startProduct>>,
    readonly person: Person,
    readonly folder: string,
    private readonly idleSeconds: number,
  ) {}

  static async begin({
    accounts,
    isTrustedOnly = false,
    settings = {},
    idleSeconds = 4,
  }: StoryOptions): Promise<RunnerStory> {
    const site = await CreatorSite.start(accounts);
    if (isTrustedOnly) Object.assign(site.switches, { isTrustedOnly, editor: 'textarea' });
    const product = await startProduct({ settings: { CREATOR_SITE_ORIGIN: site.origin, ...settings } });
    await publishPack(product.baseUrl, { ...STAND_IN_PACK, ...(isTrustedOnly && { trusted_input: 'required' }) });
    const folder = await mkdtemp(path.join(tmpdir(), 'flyerdeck-runner-'));
    await unpackProgram(product.baseUrl, path.join(PROGRAMS, path.basename(folder)));
    const person = await Person.signUp(product.baseUrl);
    const story = new RunnerStory(site, product, person, folder, idleSeconds);
    await story.start();
    await expect.poll(async () => (await story.status()).code).not.toBeNull();
    await person.call('POST', '/runners', { pairing_code: (await story.status()).code, confirm: true });
    await expect.poll(async () => (await story.status()).isConnected).toBe(true);
    return story;
  }

  async end(): Promise<void> {
    await this.stop('SIGTERM');
    await this.site.stop();
    await this.product.stop();
    for (const folder of [this.folder, path.join(PROGRAMS, path.basename(this.folder))]) {
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    }
  }

  /** Starts the program. Its exit status is that of a second one for the same folder, too. */
  async start(): Promise<void> {
    this.process = this.spawn();
    await expect.poll(() => this.status().catch(() => null)).not.toBeNull();
  }

  spawn(): ChildProcess {
    const { launchOptions } = config.use ?? {};
    const program = path.join(PROGRAMS, path.basename(this.folder), 'flyerdeck-runner/runner.mjs');
    return spawn(process.execPath, [program, '--folder', this.folder, '--headless', '--browsers', '2'], {
      env: {
        ...process.env,
        CHROMIUM_PATH: process.env.EXTENSION_CHROMIUM_PATH ?? launchOptions?.executablePath,
        // The port is in a file of the profile: the tests log in and look at cookies over it.
        CHROMIUM_ARGS: [...(launchOptions?.args ?? []), '--remote-debugging-port=0'].join(' '),
        RUNNER_IDLE_SECONDS: String(this.idleSeconds),
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  }

  async stop(signal: NodeJS.Signals): Promise<void> {
    const running = this.process;
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    const exited = once(running, 'exit');
    running.kill(signal);
    await exited;
  }

  /** A call of the runner's own page. */
  async call<Answer>(method: string, at: string, body?: object): Promise<Answer> {
    const { port, token } = JSON.parse(await readFile(path.join(this.folder, 'runner.json'), 'utf8'));
    const response = await fetch(`http://127.0.0.1:${port}${at}`, {
      method,
      headers: { [TOKEN_HEADER]: token },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as Answer;
  }

  status(): Promise<RunnerStatus> {
    return this.call('GET', '/status');
  }

  async states(): Promise<string[]> {
    return (await this.status()).pages.map(({ state }) => state);
  }

  /** Waits until every browser is closed. */
  untilAsleep = () => expect.poll(async () => new Set(await this.states())).toEqual(new Set(['asleep']));

  async pages(): Promise<WirePage[]> {
    return (await this.person.call<{ pages: WirePage[] }>('GET', '/get_user_pages')).pages;
  }

  /** Adds pages as a person does who only logs in, one browser after the other. */
  async addPages(accounts: readonly Account[]): Promise<void> {
    const had = (await this.status()).pages.length;
    await this.call('POST', '/add', { many: accounts.length, yes: true });
    let last = '';
    for (const account of accounts) {
      const shown = async () => {
        const { adding } = await this.status();
        return adding?.hasView && adding.profile !== last ? adding : null;
      };
      await expect.poll(shown).not.toBeNull();
      last = (await shown())?.profile ?? '';
      await this.logIn(last, account);
    }
    await expect.poll(async () => (await this.status()).adding).toBeNull();
    expect((await this.status()).pages.length).toBe(had + accounts.length);
  }

  /** Adds one flyer with this text to the queue of a page. */
  async queue(guid: string, text: string): Promise<void> {
    await queueFlyers(this.person, guid, [{ text, image: await flyerWebp(20 + text.length) }]);
  }

  /**
   * Retries what was not posted, as its owner does: after a kill right before the press nobody knows, the feed then says that it is
   * not there, and it is not posted again without being asked.
   */
  async retryNotPosted(): Promise<void> {
    for (const { _id } of await this.person.call<Task[]>('GET', '/tasks?status=failed')) {
      const { page_postings: postings } = await this.person.call<TaskDetail>('GET', `/tasks/${_id}`);
      if (postings.every(({ error_code: code }) => code === 'not_posted'))
        await this.person.call('POST', `/tasks/${_id}/retry`, {});
    }
  }

  /** Which canary cookies are stored in the profile of each page. */
  async canaries(): Promise<{ readonly username: string; readonly canaries: string[] }[]> {
    const { pages } = await this.status();
    return Promise.all(
      pages.map(async ({ username, profile }) => {
        const cookies = await readFile(path.join(this.folder, 'profiles', profile, 'Default/Cookies'), 'latin1');
        return {
          username,
          canaries: [...new Set([...cookies.matchAll(/canary-(\w+)-/g)].map(([, name = '']) => name))],
        };
      }),
    );
  }

  /** The texts of all posts of the site. */
  get posted(): string[] {
    return this.site.accepted.map(({ text }) => text);
  }

  /** The site in the browser of a profile. The caller closes the connection. */
  async siteIn(profile: string): Promise<{ readonly page: Page; readonly browser: Browser }> {
    const [port] = (await readFile(path.join(this.folder, 'profiles', profile, 'DevToolsActivePort'), 'utf8')).split(
      '\n',
    );
    const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
    const shown = () =>
      browser
        .contexts()[0]
        ?.pages()
        .find((page) => page.url().startsWith(this.site.origin));
    await expect.poll(shown).toBeTruthy();
    const page = shown();
    if (!page) throw new Error('The browser does not show the site.');
    return { page, browser };
  }

  private async logIn(profile: string, { username, password }: Account): Promise<void> {
    const { page, browser } = await this.siteIn(profile);
    const form = page.getByLabel('Password');
    await expect(form).toBeVisible();
    // The extension may open the site once more while it starts, which empties the form.
    await expect(async () => {
      if (await form.isHidden()) return;
      await page.getByLabel('Username').fill(username);
      await form.fill(password);
      await page.getByRole('button', { name: 'Log in' }).click();
      await expect(form).toBeHidden({ timeout: 10_000 });
    }).toPass();
    const popups = browser
      .contexts()[0]
      ?.pages()
      .filter((one) => one.url().endsWith('/popup.html'));
    expect(popups?.length).toBeLessThanOrEqual(8);
    // The extension's world has it, the page's scripts do not.
    expect(await page.evaluate((name) => name in globalThis, TRUSTED_CLICK)).toBe(false);
    await page.evaluate((name) => {
      // biome-ignore lint/suspicious/noDocumentCookie: as the site sets its own.
      document.cookie = `canary-${name}-=1; max-age=86400; path=/`;
    }, username);
    await browser.close();
  }
}
