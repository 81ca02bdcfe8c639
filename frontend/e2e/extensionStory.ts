import type {
  CreditBalance,
  PostingRules,
  SitePack,
  Task,
  TaskDetail,
  TaskPosting,
  Page as WirePage,
} from '@flyerdeck/contracts';
import { EXTENSION_ID } from '@flyerdeck/contracts/extension.values';
import type { Page } from '@playwright/test';
import type { ExtensionWaits } from '../scripts/buildExtension.mjs';
import { CreatorSite } from './creatorSite/CreatorSite.ts';
import type { SiteCookie } from './creatorSite/loopbackServer.ts';
import type { Account } from './creatorSite/SiteRecords.ts';
import { ExtensionBrowser, TEST_WAITS } from './ExtensionBrowser.ts';
import { FaultyProxy } from './FaultyProxy.ts';
import { flyerWebp } from './flyerImages.ts';
import { expect, type Product, test as productTest } from './product.ts';
import { publishPack, STAND_IN_PACK, withOwnVersion } from './publishedPacks.ts';
import { queueFlyers } from './sampleAccount.ts';
import { Person } from './spec/Person.ts';

export const LUNA: Account = {
  id: '778812',
  username: 'lunastar',
  name: 'Luna Star',
  password: 'moon',
  counts: { home: 3, notifications: 120, messages: 7 },
};
export const MILA: Account = { ...LUNA, id: '990044', username: 'milarose', name: 'Mila Rose' };

/** What a page's first post of a day costs, and what a new user has. */
export const FEE = 10;
export const WELCOME_BONUS = 150;

interface ExtensionPage {
  readonly chrome: { readonly runtime: { sendMessage(...args: unknown[]): Promise<unknown> } };
}

/** What a story needs of a stand-in. */
export interface StorySite {
  readonly origin: string;
  cookiesFor(username: string): SiteCookie[];
  stop(): Promise<void>;
}

interface StoryOptions {
  readonly waits: ExtensionWaits;
  /** That of the stand-in by default; null for none. */
  readonly pack: SitePack | null | undefined;
}

/** A fixture: a user with a page on the stand-in site, a browser with the real extension, and the product. */
export class ExtensionStory<Site extends StorySite = CreatorSite> {
  private constructor(
    readonly product: Product,
    readonly person: Person,
    readonly site: Site,
    readonly proxy: FaultyProxy,
    readonly browser: ExtensionBrowser,
  ) {}

  static async begin(product: Product, options: Partial<StoryOptions> = {}): Promise<ExtensionStory> {
    return ExtensionStory.at(await CreatorSite.start([LUNA, MILA]), product, options);
  }

  static async at<S extends StorySite>(
    site: S,
    product: Product,
    options: Partial<StoryOptions>,
  ): Promise<ExtensionStory<S>> {
    const proxy = await FaultyProxy.start(product.baseUrl);
    const pack = options.pack ? withOwnVersion(options.pack) : options.pack === null ? null : STAND_IN_PACK;
    const person = await Person.signUp(product.baseUrl);
    if (pack) await publishPack(product.baseUrl, pack, person);
    const browser = await ExtensionBrowser.open({
      siteOrigin: site.origin,
      productUrl: proxy.url,
      ...options,
      pack,
    });
    return new ExtensionStory(product, person, site, proxy, browser);
  }

  async end(): Promise<void> {
    // Stopped first, because a page that is still loading would delay the browser's end by seconds.
    await this.site.stop();
    await this.browser.close();
    await this.proxy.stop();
  }

  /** Opens a tab of the site and logs in. */
  async logIn({ username, password }: Account): Promise<Page> {
    const page = await this.browser.newPage();
    await page.goto(this.site.origin);
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByRole('heading', { name: 'Your posts' })).toBeVisible();
    return page;
  }

  /** Opens the product in the same browser, signed in as the user. */
  async openProduct(): Promise<Page> {
    const page = await this.browser.newPage();
    await page.goto(`${this.proxy.url}/favicon.svg`);
    await page.evaluate((session) => {
      for (const [name, value] of Object.entries(session)) localStorage.setItem(name, String(value));
    }, this.person.session);
    await page.goto(`${this.proxy.url}/?view=pages`);
    return page;
  }

  /** Logs in, links the page and polls until the extension has read the site. The link form has its own test. */
  async linkPage(username = LUNA.username): Promise<void> {
    await this.browser.context.addCookies(this.site.cookiesFor(username));
    const tab = await this.browser.newPage();
    await tab.goto(this.site.origin);
    const popup = await this.browser.openPopup();
    const token = await popup.getByLabel('Linking token').inputValue();
    await this.person.call('POST', '/verify_linking', { token });
    // The first poll learns that the page is linked. The next one opens the work tab.
    await expect
      .poll(
        async () => {
          await this.browser.untilIdle();
          await popup.evaluate(() =>
            (globalThis as unknown as ExtensionPage).chrome.runtime.sendMessage({ kind: 'poll' }),
          );
          return this.browser.workTabs().length;
        },
        { intervals: [50] },
      )
      .toBe(1);
    await this.browser.untilIdle();
    expect((await this.page()).is_active).toBe(true);
    await popup.close();
    await tab.close();
  }

  /** Closes the work tab. The extension opens a new one, which loads the current state of the site. */
  async closeWorkTab(): Promise<void> {
    for (const tab of this.browser.workTabs()) await tab.close();
    await this.browser.untilIdle();
  }

  async page(): Promise<WirePage> {
    const { pages } = await this.person.call<{ pages: WirePage[] }>('GET', '/get_user_pages');
    return pages[0] as WirePage;
  }

  async balance(): Promise<number> {
    return (await this.person.call<CreditBalance>('GET', '/credits/balance')).credits_balance;
  }

  /** Adds one assistant with these flyers to the queue. Returns the flyers' images. */
  async queue(texts: readonly string[], rules: Partial<PostingRules> = {}): Promise<Buffer[]> {
    const { guid } = await this.page();
    const images = await Promise.all(texts.map((text) => flyerWebp(20 + 13 * text.length)));
    const flyers = images.map((image, index) => ({ image, text: texts[index] ?? '' }));
    await queueFlyers(this.person, guid, flyers, rules);
    return images;
  }

  /** A hint makes the extension poll. Waiting for it here could wait for an answer that the test holds. */
  async startPosting(): Promise<void> {
    await this.person.call('POST', '/queue/start');
  }

  /** Queues a flyer and starts posting. */
  async post(text: string): Promise<void> {
    await this.queue([text]);
    await this.startPosting();
  }

  /** Makes the extension poll, as the product's own pages do, so that tests need not wait for its alarm. */
  async wakeExtension(): Promise<void> {
    // The extension ignores the message while it works.
    await this.browser.untilIdle();
    const page = await this.browser.newPage();
    await page.goto(`${this.proxy.url}/favicon.svg`);
    await page.evaluate(
      (id) => (globalThis as unknown as ExtensionPage).chrome.runtime.sendMessage(id, { kind: 'poll' }),
      EXTENSION_ID,
    );
    await page.close();
  }

  async postings(): Promise<TaskPosting[]> {
    const tasks = await this.person.call<Task[]>('GET', '/tasks');
    const details = await Promise.all(tasks.map(({ _id: id }) => this.person.call<TaskDetail>('GET', `/tasks/${id}`)));
    return details.flatMap(({ page_postings: postings }) => postings);
  }

  async posting(): Promise<TaskPosting> {
    return (await this.postings())[0] as TaskPosting;
  }

  /** The task of the flyer with this text, which has one posting. */
  private async taskOf(text: string): Promise<TaskDetail> {
    const task = (await this.person.call<Task[]>('GET', '/tasks')).find(
      // Texts of multipart forms have CRLF line ends.
      ({ description }) => description.replaceAll('\r', '') === text,
    );
    return this.person.call<TaskDetail>('GET', `/tasks/${task?._id}`);
  }

  async postingOf(text: string): Promise<TaskPosting> {
    return (await this.taskOf(text)).page_postings[0] as TaskPosting;
  }

  async retry(text: string): Promise<void> {
    await this.person.call('POST', `/tasks/${(await this.taskOf(text))._id}/retry`, {});
  }

  /** Waits until the posting with this text matches; without a text, the only one. */
  async waitForPosting(is: Partial<TaskPosting>, text?: string): Promise<void> {
    const posting = () => (text === undefined ? this.posting() : this.postingOf(text));
    await expect.poll(posting, { intervals: [250] }).toMatchObject(is);
  }
}

/** A test with an `ExtensionStory`, which is closed after the test. */
export const test = productTest.extend<StoryOptions & { story: ExtensionStory }>({
  waits: [TEST_WAITS, { option: true }],
  pack: [undefined, { option: true }],
  story: async ({ product, waits, pack }, use) => {
    const story = await ExtensionStory.begin(product, { waits, pack });
    await use(story);
    await story.end();
  },
});

export { expect };
