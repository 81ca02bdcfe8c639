import { expect, type Locator, type Page } from '@playwright/test';
import type { HostileSite } from './HostileSite.ts';
import type { SwitchName } from './switches.ts';

/** What a person wants to post. */
export interface Wish {
  readonly text: string;
  readonly image?: Buffer;
  readonly expiresInDays?: number;
  readonly scheduledFor?: Date;
}

/** How the site answered a press, as a person sees it. */
export type Seen = 'live' | 'scheduled' | 'error' | 'too_fast' | 'not_allowed' | 'login' | 'captcha';

const POST_BUTTON = /^(Publish|Send post|Share)$/;
const twoDigits = (number: number) => String(number).padStart(2, '0');

/** What a person does on the hostile site, whatever is on. */
export class HostileVisitor {
  constructor(
    readonly page: Page,
    readonly site: HostileSite,
    readonly username: string,
  ) {}

  private on(name: SwitchName): boolean {
    return this.site.isOn(name);
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** Opens a page of the site and answers what it asks first. */
  async open(address = '/'): Promise<void> {
    await this.page.goto(new URL(address, this.site.origin).href);
    await this.untilHydrated();
    await this.passGates();
  }

  /** Until then nothing reacts. React marks the elements that it manages. */
  async untilHydrated(): Promise<void> {
    await this.page.waitForFunction(() =>
      [...document.querySelectorAll('#app *')].some((element) =>
        Object.keys(element).some((key) => key.startsWith('__reactFiber')),
      ),
    );
  }

  async passGates(): Promise<void> {
    const gates = { 'age-gate': 'I am 18 or older', 'cookie-banner': 'Only necessary', 'news-dialog': 'Close' };
    const seen = await this.page.evaluate(() => Object.keys(localStorage));
    const isAlone = this.on('gates-every-time') && !this.on('age-gate') && !this.on('cookie-banner');
    for (const [gate, label] of Object.entries(gates)) {
      const isOn = this.on(gate as SwitchName) || (gate === 'news-dialog' && isAlone);
      if (isOn && (this.on('gates-every-time') || !seen.includes(`seen.${gate}`))) await this.button(label).click();
    }
  }

  get frame(): Locator {
    return this.page.getByRole('form', { name: 'New post' }).or(this.page.getByRole('region', { name: 'New post' }));
  }

  get text(): Locator {
    return this.frame.getByRole('textbox', { name: "What's on your mind?" });
  }

  get postButton(): Locator {
    return this.frame.getByRole('button', { name: POST_BUTTON });
  }

  async openComposer(): Promise<void> {
    await this.button('New post').click();
    await this.text.waitFor();
  }

  /** Writes the wish into an open composer, instead of what is there. */
  async fill({ text, image, expiresInDays, scheduledFor }: Wish): Promise<void> {
    while ((await this.button('Remove').count()) > 0) await this.button('Remove').first().click();
    await this.text.fill(text);
    if (image) await this.attach(image);
    if (expiresInDays !== undefined) {
      await this.frame.getByRole('button', { name: 'Expires' }).click();
      await this.page.getByRole('option', { name: new RegExp(`^After ${expiresInDays} days?$`) }).click();
    }
    if (scheduledFor) await this.schedule(scheduledFor);
  }

  async attach(image: Buffer): Promise<void> {
    const chooser = this.page.waitForEvent('filechooser');
    await this.button('Add media').click();
    await (await chooser).setFiles({ name: 'flyer.jpg', mimeType: 'image/jpeg', buffer: image });
    if (this.on('upload-fails-once')) {
      const failed = this.button('Try again');
      const done = this.page.getByRole('img', { name: 'Attachment' });
      await failed.or(done).first().waitFor();
      if (await failed.isVisible()) await failed.click();
    }
  }

  private async schedule(at: Date): Promise<void> {
    const { page } = this;
    const day = `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`;
    const time = `${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`;
    const field = this.frame.getByLabel('Publish at');
    if (this.on('schedule-datetime-local')) return field.fill(`${day}T${time}`);
    if (this.on('schedule-text')) {
      await field.fill(`${day} ${time}`);
      return field.blur();
    }
    await this.frame.getByRole('button', { name: 'Schedule' }).click();
    const calendar = page.getByRole('dialog', { name: 'Schedule' });
    const month = at.toLocaleDateString('en-US', { month: 'long', year: 'numeric' });
    const title = calendar.getByText(month, { exact: true });
    await calendar.getByText(/^\w+ \d{4}$/).waitFor();
    while (!(await title.isVisible())) await calendar.getByRole('button', { name: 'Next month' }).click();
    await calendar.getByRole('button', { name: String(at.getDate()), exact: true }).click();
    await calendar.getByLabel('Hour').selectOption(String(at.getHours()));
    await calendar.getByLabel('Minute').selectOption(String(at.getMinutes()));
    await calendar.getByRole('button', { name: 'Set time' }).click();
  }

  /** Presses the post button, answers the questions, and says what the site shows then. */
  async press(): Promise<Seen> {
    const { page } = this;
    await expect(this.postButton).toBeEnabled();
    // An older message would look like the answer.
    const dismiss = this.button('Dismiss');
    if (await dismiss.isVisible()) await dismiss.click();
    await this.postButton.click();
    if (this.on('confirm') || this.on('confirm-twice')) await this.button('Yes').click();
    if (this.on('confirm-twice')) await this.button('Continue').click();
    const signs: Readonly<Record<Seen, Locator>> = {
      live: page.getByText('Your post is live'),
      scheduled: page.getByText('Your post is scheduled'),
      error: page.getByText(/Please try again\./),
      too_fast: page.getByText(/posting too fast/),
      not_allowed: page.getByText('This text is not allowed'),
      login: page.getByRole('dialog', { name: 'Your session has ended' }),
      captcha: page.getByRole('heading', { name: 'One more step' }),
    };
    const [first, ...others] = Object.values(signs) as [Locator, ...Locator[]];
    await others
      .reduce((any, sign) => any.or(sign), first)
      .first()
      .waitFor();
    for (const [seen, sign] of Object.entries(signs)) if (await sign.isVisible()) return seen as Seen;
    throw new Error('The answer was shown for a moment only.');
  }

  /** Opens the composer, writes the wish, and presses once. */
  async post(wish: Wish): Promise<Seen> {
    await this.openComposer();
    await this.fill(wish);
    return this.press();
  }

  /** Answers the captcha that is shown. */
  async passCaptcha(): Promise<void> {
    const { page } = this;
    await this.untilHydrated();
    await this.passGates();
    await page.getByLabel('I am human').check();
    await this.button('Continue').click();
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    await this.untilHydrated();
    await this.passGates();
  }

  /** Logs in where the site asks for it. */
  async logIn(): Promise<void> {
    const { username, password } = this.site.records.account(this.username);
    await this.page.getByLabel('Username').fill(username);
    await this.page.getByLabel('Password').fill(password);
    await this.button('Log in').click();
  }
}
