import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { readText } from './recordedLog.ts';

/** Width of the panel beside the app. On a narrow window there is only the border of the app's frame. */
const panelWidth = (appWidth: number) => (appWidth < 700 ? 2 * 12 + 2 : 360 + 2 * 16 + 2);

/** Page object of the replay panel. */
export class ReplayPanel {
  private constructor(private readonly page: Page) {}

  /** Opens the panel in a window in which the app has its recorded width. */
  static async open(page: Page, url: string, appWidth = 1280): Promise<ReplayPanel> {
    await page.setViewportSize({ width: appWidth + panelWidth(appWidth), height: 1000 });
    await page.goto(`${url}/?replay`);
    return new ReplayPanel(page);
  }

  async load(file: string, length: number): Promise<void> {
    await this.page.getByLabel('Load log').setInputFiles(file);
    await expect(this.position).toHaveValue(String(length));
  }

  /** The number of applied actions. */
  get position() {
    return this.page.getByRole('spinbutton', { name: 'Position' });
  }

  get app() {
    return this.page.frameLocator('iframe').locator('body');
  }

  async scrubTo(position: number): Promise<void> {
    await this.position.fill(String(position));
    await expect(this.page.getByRole('slider', { name: 'Position' })).toHaveAttribute(
      'aria-valuenow',
      String(position),
    );
  }

  /** The text that is visible in the app. */
  readApp(): Promise<string> {
    return readText(this.app);
  }

  async downloadState(): Promise<string> {
    const download = this.page.waitForEvent('download');
    await this.page.getByRole('button', { name: 'Download state' }).click();
    return readFile(await (await download).path(), 'utf8');
  }
}
