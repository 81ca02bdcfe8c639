import type { SitePack } from '@flyerdeck/contracts';
import { expect, type Page } from '@playwright/test';
import type { ExtensionBrowser } from './ExtensionBrowser.ts';

/** A click that was not taken until then is repeated. */
const TAKEN_MS = 5_000;

/** The window in which a post is shown, with what an admin does in it. `clicks` are those beyond the post itself. */
export class Recorder {
  clicks = 0;

  private constructor(readonly window: Page) {}

  /** From the popup, while the site's tab is the one used last. */
  static async open(browser: ExtensionBrowser): Promise<Recorder> {
    const popup = await browser.openPopup();
    const opening = browser.context.waitForEvent('page');
    await popup.getByRole('button', { name: 'Show a post' }).click();
    const recorder = new Recorder(await opening);
    recorder.clicks += 2;
    await popup.close();
    return recorder;
  }

  async press(name: string): Promise<void> {
    await this.window.getByRole('button', { name, exact: true }).click();
    this.clicks += 1;
  }

  /** A step is in the list, and the page that is open now is watched. */
  async has(step: string | RegExp): Promise<void> {
    await expect(this.window.getByRole('listitem').filter({ hasText: step })).toBeVisible();
    await this.isRecording();
  }

  private async isRecording(): Promise<void> {
    await expect(this.window.getByText('Recording.')).toBeVisible();
  }

  /** Records what `post` does on the page, then the clicks on the name of the account and on the post. */
  async record(
    post: () => Promise<void>,
    clickName: () => Promise<void>,
    clickPost: () => Promise<void>,
  ): Promise<void> {
    await this.press('Start');
    await this.isRecording();
    await post();
    await this.press('Done');
    await expect(this.window.getByText('1 of 2:')).toBeVisible();
    // A page that was just loaded may not be asked yet: a person clicks again.
    const untilTaken = (what: string, click: () => Promise<void>) =>
      expect(async () => {
        await click();
        const again = this.window.getByRole('button', { name: `Click the ${what} again` });
        await expect(again).toBeVisible({ timeout: TAKEN_MS });
      }).toPass();
    await untilTaken('name', clickName);
    await untilTaken('post', clickPost);
    this.clicks += 2;
  }

  /** Posts the test flyers. Returns what the window says of each. */
  async test(): Promise<string[]> {
    await this.press('Post a test flyer');
    await expect(this.window.getByText('Posting two test flyers')).toBeVisible();
    await expect(this.window.getByText('Posting two test flyers')).toBeHidden();
    return this.window.locator('section .note').allInnerTexts();
  }

  async download(): Promise<SitePack> {
    const download = this.window.waitForEvent('download');
    await this.press('Download');
    const stream = await (await download).createReadStream();
    const parts: Buffer[] = [];
    for await (const part of stream) parts.push(Buffer.from(part));
    return JSON.parse(Buffer.concat(parts).toString());
  }
}
