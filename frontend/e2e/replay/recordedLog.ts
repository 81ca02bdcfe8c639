import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';

export const FIXTURES = path.join(import.meta.dirname, '../../src/replay/fixtures');

interface RecordedLog {
  /** Path of the downloaded file. */
  readonly file: string;
  readonly text: string;
  readonly entries: readonly { readonly at: number }[];
}

/** Opens the replay in the same tab and downloads the tab's log. */
export async function downloadLog(page: Page): Promise<RecordedLog> {
  await page.goto('/?replay');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download log' }).click();
  // A download is deleted with its browser, so it is copied.
  const file = test.info().outputPath('action-log.json');
  await (await download).saveAs(file);
  const text = await readFile(file, 'utf8');
  return { file, text, entries: JSON.parse(text).entries };
}

/** With `RECORD_REPLAY_LOGS=1`, stores the log as a fixture. */
export async function saveAsFixture(name: string, { text }: RecordedLog): Promise<void> {
  if (process.env.RECORD_REPLAY_LOGS === '1') await writeFile(path.join(FIXTURES, `${name}.json`), text);
}

/** The visible text and the time. */
export interface RecordedScreen {
  readonly text: string;
  readonly at: number;
}

/** Waits until the screen no longer changes, and records its text. */
export async function recordScreen(page: Page): Promise<RecordedScreen> {
  await page.waitForLoadState('networkidle');
  const readText = () => page.locator('body').innerText();
  let screen: RecordedScreen = { text: '', at: 0 };
  await expect(async () => {
    const before = await readText();
    await page.waitForTimeout(300);
    const at = await page.evaluate(() => Date.now());
    await page.waitForTimeout(300);
    screen = { text: await readText(), at };
    expect(screen.text).toBe(before);
  }).toPass();
  return screen;
}
