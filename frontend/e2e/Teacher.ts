import type { SitePack } from '@flyerdeck/contracts';
import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import type { ExtensionBrowser } from './ExtensionBrowser.ts';

/** What a person clicks on the site for each question, by its path. Null: this site has no such thing. */
export type Knowledge = Readonly<Record<string, Clicked | null>>;
export interface Clicked {
  /** What has to be done on the page first. Answers its clicks. */
  readonly first?: (page: Page) => Promise<number>;
  /** What is clicked; nothing if it is found as soon as `first` is done. */
  readonly at?: (page: Page) => Locator;
  /** Near the upper edge, where nothing else is. */
  readonly isAtEdge?: boolean;
}

const MAX_ANSWERS = 60;

/** A person who repairs a site pack with Teach, and counts the clicks. */
export class Teacher {
  clicks = 0;
  readonly asked: string[] = [];

  private constructor(
    readonly window: Page,
    private readonly page: Page,
    private readonly username: string,
    private readonly knowledge: Knowledge,
    private readonly openComposer: (page: Page) => Promise<number>,
  ) {}

  static async begin(browser: ExtensionBrowser, ...of: [Page, string, Knowledge, (page: Page) => Promise<number>]) {
    const popup = await browser.openPopup();
    const opening = browser.context.waitForEvent('page');
    await popup.getByRole('button', { name: 'Teach a site pack' }).click();
    const teacher = new Teacher(await opening, ...of);
    teacher.clicks += 2;
    await popup.close();
    return teacher;
  }

  /** A click in the window of Teach. */
  async press(name: string | RegExp): Promise<void> {
    await this.window.getByRole('button', { name, exact: typeof name === 'string' }).click();
    this.clicks += 1;
  }

  async tryPack(): Promise<string> {
    await this.press('Try the pack');
    const status = this.window.locator('main > .note').first();
    await expect(status).toHaveText(/^(?!Looking)/, { timeout: 90_000 });
    return status.innerText();
  }

  /** Answers all questions, and tries the pack, until nothing is missing. */
  async repair(): Promise<void> {
    for (let tries = 1; ; tries++) {
      const said = await this.tryPack();
      if (said.startsWith('Everything was found')) return;
      expect(tries, `it still says: ${said}, after ${this.asked.join(' ')}`).toBeLessThan(6);
      while (await this.question().isVisible()) await this.answer();
    }
  }

  private question(): Locator {
    return this.window.getByRole('region', { name: 'Question' });
  }

  private async answer(): Promise<void> {
    const path = (await this.question().getAttribute('data-path')) ?? '';
    this.asked.push(path);
    expect(this.asked.length, this.asked.join(' ')).toBeLessThan(MAX_ANSWERS);
    await this.give(path, this.knowledge[path]);
    // The next question, or none.
    await expect(this.window.locator(`[data-path="${path}"]`)).toHaveCount(0);
  }

  private async give(path: string, known: Clicked | null | undefined): Promise<void> {
    const { window } = this;
    if (known === null) return this.press('The site has none');
    if (known === undefined) return this.press('Leave as it is');
    const goThere = window.getByRole('button', { name: 'Go there' });
    if (await goThere.isVisible()) {
      if (path.startsWith('composer.')) this.clicks += await this.openComposer(this.page);
      else await this.press('Go there');
      await expect(goThere).toBeHidden();
    }
    const pick = window.getByRole('button', { name: 'Pick', exact: true });
    if (known.first) {
      if ((await pick.isVisible()) && (await pick.getAttribute('aria-pressed')) === 'true')
        await this.press('Use the page');
      this.clicks += await known.first(this.page);
    }
    if (!known.at) return;
    const address = window.getByRole('button', { name: /^Use this page/ });
    if (await address.isVisible()) {
      const { pathname, search, hash } = new URL(this.page.url());
      const shown = `${pathname}${search}${hash}`.replace(this.username, '{username}');
      await expect(address).toHaveText(`Use this page: ${shown}`);
      return this.press(/^Use this page/);
    }
    if (path === 'account.id') return this.press(/^(cookie uid|page content)/);
    if ((await pick.getAttribute('aria-pressed')) !== 'true') await this.press('Pick');
    await expect(pick).toHaveAttribute('aria-pressed', 'true');
    // By its place, because a disabled button gets no click.
    const target = known.at(this.page).first();
    await target.scrollIntoViewIfNeeded();
    const box = await target.boundingBox();
    if (!box) throw new Error(`${path} is not on the page`);
    const [x, y] = known.isAtEdge ? [30, 3] : [box.width / 2, box.height / 2];
    await this.page.mouse.click(box.x + x, box.y + y);
    this.clicks += 1;
    await this.press('Use this');
  }

  async export(): Promise<SitePack> {
    const download = this.window.waitForEvent('download');
    await this.press('Download');
    const stream = await (await download).createReadStream();
    const parts: Buffer[] = [];
    for await (const part of stream) parts.push(Buffer.from(part));
    return JSON.parse(Buffer.concat(parts).toString());
  }
}
