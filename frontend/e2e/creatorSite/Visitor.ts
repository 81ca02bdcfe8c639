import { expect, type Locator, type Page } from '@playwright/test';
import type { CreatorSite } from './CreatorSite.ts';
import type { Account } from './SiteState.ts';
import { expiryText, halfTexts, hourTexts, type Language, momentText, monthText, WORDS } from './words.ts';

export const LUNA: Account = {
  id: '778812',
  username: 'lunastar',
  name: 'Luna Star',
  password: 'moon',
  counts: { home: 3, notifications: 120, messages: 0 },
};

/** What a person does on a site of any kind and language. */
export class Visitor {
  readonly words: (typeof WORDS)[Language];

  constructor(
    readonly page: Page,
    readonly site: CreatorSite,
  ) {
    this.words = WORDS[site.switches.language];
  }

  static async logIn(page: Page, site: CreatorSite, switches: Partial<CreatorSite['switches']>): Promise<Visitor> {
    Object.assign(site.switches, switches);
    const visitor = new Visitor(page, site);
    const { words } = visitor;
    await page.goto(site.origin);
    await page.getByLabel(words.username).fill(LUNA.username);
    await page.getByLabel(words.password).fill(LUNA.password);
    await visitor.button(words.logIn).click();
    await expect(page.getByRole('heading', { name: words.yourPosts })).toBeVisible();
    await expect(page.locator('nav')).toContainText('99+');
    return visitor;
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  get text(): Locator {
    return this.page.getByRole('textbox', { name: this.words.text });
  }

  get post(): Locator {
    return this.button(this.words.post);
  }

  async openComposer(): Promise<void> {
    await this.page.goto(`${this.site.origin}/posts/create`);
    await expect(this.post).toBeDisabled();
  }

  async write(text: string): Promise<void> {
    await this.text.click();
    await this.page.keyboard.type(text);
    await expect(this.post).toBeEnabled();
  }

  async addPhoto(image: Buffer): Promise<void> {
    const chooser = this.page.waitForEvent('filechooser');
    await this.button(this.words.addPhoto).click();
    await (await chooser).setFiles({ name: 'flyer.jpg', mimeType: 'image/jpeg', buffer: image });
  }

  async expireIn(days: number): Promise<void> {
    await this.button(this.words.expiry).click();
    await this.page.getByText(expiryText(this.site.switches.language, days), { exact: true }).click();
    await this.button(this.words.save).click();
  }

  async schedule(at: Date): Promise<void> {
    const { language } = this.site.switches;
    const { page, words } = this;
    const title = page.getByText(monthText(language, at), { exact: true }).first();
    await this.button(words.schedule).click();
    await expect(async () => {
      if (!(await title.isVisible())) await this.button(words.next).click();
      await expect(title).toBeVisible({ timeout: 200 });
    }).toPass();
    await page
      .locator('.days button:enabled')
      .filter({ hasText: new RegExp(`^${at.getDate()}$`) })
      .first()
      .click();
    const clock = page
      .getByRole('button', { name: words.time, exact: true })
      .or(page.getByRole('tab', { name: words.time }));
    if (await clock.isVisible()) await clock.click();
    const hours = hourTexts(language);
    await this.choose(words.hours, hours[at.getHours() % hours.length] ?? '');
    await this.choose(words.minutes, String(at.getMinutes()).padStart(2, '0'));
    const half = halfTexts(language)[at.getHours() < 12 ? 0 : 1];
    if (half) await this.choose(words.half, half);
    await this.button(words.save).click();
    await expect(page.getByText(momentText(language, at))).toBeVisible();
  }

  private async choose(list: string, text: string): Promise<void> {
    await this.page
      .getByLabel(list, { exact: true })
      .getByText(new RegExp(`^${text}$`, 'i'))
      .click();
  }
}
