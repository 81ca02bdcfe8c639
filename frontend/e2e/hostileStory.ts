import { EXTENSION_ID } from '@flyerdeck/contracts/extension.values';
import type { Page } from '@playwright/test';
import { Client } from 'pg';
import { HostileSite } from './creatorSite/hostile/HostileSite.ts';
import { HostileVisitor } from './creatorSite/hostile/HostileVisitor.ts';
import type { Settings } from './creatorSite/hostile/settings.ts';
import type { SwitchName } from './creatorSite/hostile/switches.ts';
import { velvetPack } from './creatorSite/hostile/velvetPack.ts';
import { accountsOf } from './creatorSite/SiteRecords.ts';
import { ExtensionBrowser, TEST_WAITS } from './ExtensionBrowser.ts';
import { embeddedUrl } from './expireLease.ts';
import type { LinkedPage } from './extensionStory.ts';
import type { Product } from './product.ts';
import { publishPack, withOwnVersion } from './publishedPacks.ts';
import { Person } from './spec/Person.ts';

interface ExtensionWorker {
  readonly chrome: {
    readonly storage: { readonly local: { get(key: string): Promise<Record<string, unknown>> } };
    readonly runtime: { sendMessage(...args: unknown[]): Promise<unknown> };
  };
}

/** A user with a page on the hostile site, and a browser whose extension has the pack of the site. */
export class HostileStory {
  private constructor(
    readonly site: HostileSite,
    readonly username: string,
    readonly person: Person,
    readonly database: Client,
    readonly browser: ExtensionBrowser,
    /** A page of the product, which wakes the extension. */
    private readonly tab: Page,
  ) {}

  static async begin(
    product: Product,
    switches: readonly SwitchName[],
    settings: Partial<Settings>,
    account = 0,
  ): Promise<HostileStory> {
    const site = await HostileSite.start(accountsOf(account + 1), switches, settings);
    const { username } = site.records.accounts[account] as (typeof site.records.accounts)[0];
    const pack = withOwnVersion(velvetPack(switches, site.settings));
    const person = await Person.signUp(product.baseUrl);
    await publishPack(product.baseUrl, pack, person);
    const browser = await ExtensionBrowser.open({
      siteOrigin: site.origin,
      productUrl: product.baseUrl,
      waits: { ...TEST_WAITS, answerSeconds: 8 },
      pack,
    });
    const database = new Client({ connectionString: process.env.DATABASE_URL || (await embeddedUrl(product)) });
    await database.connect();
    const tab = await browser.newPage();
    await tab.goto(`${product.baseUrl}/favicon.svg`);
    return new HostileStory(site, username, person, database, browser, tab);
  }

  async end(): Promise<void> {
    await this.site.stop();
    await this.browser.close();
    await this.database.end();
  }

  /** Logs in and links the page. */
  async linkPage(): Promise<LinkedPage> {
    const { browser, site, username } = this;
    await browser.context.addCookies(site.cookiesFor(username));
    const tab = await browser.newPage();
    await new HostileVisitor(tab, site, username).open();
    const popup = await browser.openPopup();
    const token = await popup.getByLabel('Linking token').inputValue({ timeout: 120_000 });
    await this.person.call('POST', '/verify_linking', { token });
    await popup.close();
    await tab.close();
    return this.page();
  }

  async page(): Promise<LinkedPage> {
    const { pages } = await this.person.call<{ pages: LinkedPage[] }>('GET', '/get_user_pages');
    return pages[0] as LinkedPage;
  }

  async isIdle(): Promise<boolean> {
    const worker = await this.browser.worker();
    return worker.evaluate(async () => ((await navigator.locks.query()).held ?? []).length === 0);
  }

  /** Whether the extension works on a posting. */
  async hasJob(): Promise<boolean> {
    const worker = await this.browser.worker();
    return worker.evaluate(
      async () => (await (globalThis as unknown as ExtensionWorker).chrome.storage.local.get('job')).job !== undefined,
    );
  }

  /** Makes the extension poll and look into the feed, as the product's pages do. It ignores the message while it works. */
  async wake(): Promise<void> {
    await this.tab.evaluate(
      (id) => (globalThis as unknown as ExtensionWorker).chrome.runtime.sendMessage(id, { kind: 'poll' }),
      EXTENSION_ID,
    );
  }
}
