import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page as WirePage } from '@flyerdeck/contracts';
import { chromium } from '@playwright/test';
import config from '../playwright.config.ts';
import { Runner, type RunnerOptions, type RunnerStatus } from '../runner/Runner.ts';
import { RunnerFolder } from '../runner/runnerFolder.ts';
import { CreatorSite } from './creatorSite/CreatorSite.ts';
import type { Account } from './creatorSite/SiteRecords.ts';
import { expect, startProduct } from './product.ts';
import { Person } from './spec/Person.ts';

/** A person with a runner, a product that knows the stand-in site, and the site. */
export class RunnerStory {
  private constructor(
    readonly site: CreatorSite,
    readonly product: Awaited<ReturnType<typeof startProduct>>,
    readonly person: Person,
    readonly root: string,
    public runner: Runner,
    private running: Promise<void>,
    private readonly options: Omit<RunnerOptions, 'folder'>,
  ) {}

  static async begin(accounts: readonly Account[], given: Partial<RunnerOptions> = {}): Promise<RunnerStory> {
    const site = await CreatorSite.start([...accounts]);
    const product = await startProduct({ settings: { CREATOR_SITE_ORIGIN: site.origin } });
    const root = await mkdtemp(path.join(tmpdir(), 'flyerdeck-runner-'));
    const { launchOptions } = config.use ?? {};
    const options = {
      serverUrl: product.baseUrl,
      atOnce: 2,
      browser: {
        executablePath: process.env.EXTENSION_CHROMIUM_PATH ?? launchOptions?.executablePath ?? '',
        isHeadless: true,
        args: launchOptions?.args ?? [],
      },
      log: (line: string) => void process.stdout.write(`${line}\n`),
      ...given,
    };
    const runner = new Runner({ ...options, folder: await RunnerFolder.open(root) });
    const person = await Person.signUp(product.baseUrl);
    const story = new RunnerStory(site, product, person, root, runner, runner.run(), options);
    await story.pair();
    return story;
  }

  async end(): Promise<void> {
    await this.runner.stop();
    await this.running;
    await this.site.stop();
    await this.product.stop();
    await rm(this.root, { recursive: true, force: true, maxRetries: 5 });
  }

  /** Stops the runner and starts it with the same folder. */
  async restart(): Promise<void> {
    await this.runner.stop();
    await this.running;
    this.runner = new Runner({ ...this.options, folder: await RunnerFolder.open(this.root) });
    this.running = this.runner.run();
  }

  status(): RunnerStatus {
    return this.runner.status();
  }

  async pair(): Promise<void> {
    await expect.poll(() => this.status().code).not.toBeNull();
    await this.person.call('POST', '/runners', { pairing_code: this.status().code });
    await expect.poll(() => this.status().isConnected).toBe(true);
  }

  async pages(): Promise<WirePage[]> {
    return (await this.person.call<{ pages: WirePage[] }>('GET', '/get_user_pages')).pages;
  }

  /** Adds pages as a person does who only logs in, one browser after the other. */
  async addPages(accounts: readonly Account[]): Promise<void> {
    const adding = this.runner.add({ many: accounts.length, isConfirmed: true });
    let profile = '';
    for (const account of accounts) {
      await expect
        .poll(() => this.status().adding?.profile !== profile && this.status().adding?.view, { timeout: 60_000 })
        .toBeTruthy();
      const { view, profile: opened } = this.status().adding as { view: string; profile: string };
      profile = opened;
      await this.logInOver(view, account);
    }
    expect(await adding).toBe(accounts.length);
  }

  /** Logs in over the remote view of a browser. */
  async logInOver(view: string, { username, password }: Account): Promise<void> {
    const browser = await chromium.connectOverCDP(new URL(view).origin);
    const shown = () =>
      browser
        .contexts()[0]
        ?.pages()
        .find((page) => page.url().startsWith(this.site.origin));
    await expect.poll(shown).toBeTruthy();
    const page = shown();
    if (!page) throw new Error('The browser does not show the site.');
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByRole('heading', { name: 'Your posts' })).toBeVisible();
    await browser.close();
  }
}
