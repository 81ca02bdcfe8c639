import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Download, expect, type Locator, type Page, test } from '@playwright/test';

const FIXTURES = path.join(import.meta.dirname, '../../src/replay/fixtures');

export interface RecordedLog {
  /** Path of the downloaded file. */
  readonly file: string;
  readonly text: string;
  readonly entries: readonly {
    readonly seq: number;
    readonly at: number;
    readonly action: { readonly type: string };
  }[];
}

const readDownload = async (download: Download): Promise<RecordedLog> => {
  // A download is deleted with its browser, so it is copied.
  const file = test.info().outputPath('action-log.json');
  await download.saveAs(file);
  const text = await readFile(file, 'utf8');
  return { file, text, entries: (JSON.parse(text) as Pick<RecordedLog, 'entries'>).entries };
};

/** Opens the replay in the same tab and downloads the tab's log. */
export async function downloadLog(page: Page): Promise<RecordedLog> {
  await page.goto('/?replay');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download log' }).click();
  return readDownload(await download);
}

/** With `RECORD_REPLAY_LOGS=1`, stores the log as a fixture. */
export async function saveAsFixture(name: string, { text }: RecordedLog): Promise<void> {
  if (process.env.RECORD_REPLAY_LOGS !== '1') return;
  await mkdir(FIXTURES, { recursive: true });
  await writeFile(path.join(FIXTURES, `${name}.json`), text);
}

/** The visible text and the time. */
export interface RecordedScreen {
  readonly text: string;
  readonly at: number;
}

/** The visible text, without hidden elements. */
export const readText = (locator: Locator): Promise<string> => locator.innerText();

/** Waits until the screen no longer changes, and records its text. */
export async function recordScreen(page: Page): Promise<RecordedScreen> {
  await page.waitForLoadState('networkidle');
  const body = page.locator('body');
  let screen: RecordedScreen = { text: '', at: 0 };
  await expect(async () => {
    const before = await readText(body);
    await page.waitForTimeout(300);
    const at = await page.evaluate(() => Date.now());
    await page.waitForTimeout(300);
    screen = { text: await readText(body), at };
    expect(screen.text).toBe(before);
  }).toPass();
  return screen;
}

/** The number of actions in the log until this time. */
export const positionOf = ({ entries }: RecordedLog, { at }: RecordedScreen): number =>
  entries.filter((entry) => entry.at <= at).length;
