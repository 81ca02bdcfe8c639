import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';

/** The width of the recorded app, and of the panel beside it. */
const WIDTH = 1280 + 360 + 2 * 16 + 2;

/** Page object of the replay panel. */
export class ReplayPanel {
  private constructor(private readonly page: Page) {}

  static async open(page: Page, url: string): Promise<ReplayPanel> {
    await page.setViewportSize({ width: WIDTH, height: 1000 });
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
    const slider = this.page.getByRole('slider', { name: 'Position' });
    await expect(slider).toHaveAttribute('aria-valuenow', String(position));
  }

  async downloadState(): Promise<string> {
    const download = this.page.waitForEvent('download');
    await this.page.getByRole('button', { name: 'Download state' }).click();
    return readFile(await (await download).path(), 'utf8');
  }
}
