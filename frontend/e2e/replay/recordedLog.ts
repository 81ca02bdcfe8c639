import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Download, expect, type Locator, type Page, test } from '@playwright/test';

const FIXTURES = path.join(import.meta.dirname, '../../src/replay/fixtures');

export interface RecordedLog {
  /** Where the downloaded file lies. */
  readonly file: string;
  readonly text: string;
  readonly entries: readonly {
    readonly seq: number;
    readonly at: number;
    readonly action: { readonly type: string };
  }[];
}

const logIn = async (download: Download): Promise<RecordedLog> => {
  // The download itself goes with the browser that made it.
  const file = test.info().outputPath('action-log.json');
  await download.saveAs(file);
  const text = await readFile(file, 'utf8');
  return { file, text, entries: (JSON.parse(text) as Pick<RecordedLog, 'entries'>).entries };
};

/** Opens the replay in the tab that did the work, and downloads what it recorded. */
export async function downloadLog(page: Page): Promise<RecordedLog> {
  await page.goto('/?replay');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download log' }).click();
  return logIn(await download);
}

/** The whole log, with Alt+Shift+L in the running app. */
export async function downloadLogByKey(page: Page): Promise<RecordedLog> {
  const download = page.waitForEvent('download');
  await page.keyboard.press('Alt+Shift+KeyL');
  return logIn(await download);
}

/** `RECORD_REPLAY_LOGS=1` makes a log the fixture of its name. */
export async function keepAsFixture(name: string, { text }: RecordedLog): Promise<void> {
  if (process.env.RECORD_REPLAY_LOGS !== '1') return;
  await mkdir(FIXTURES, { recursive: true });
  await writeFile(path.join(FIXTURES, `${name}.json`), text);
}

/** What a person read, and when. */
export interface Seen {
  readonly text: string;
  readonly at: number;
}

/** Without what is there and not to be seen. */
// biome-ignore lint/performance/useDomNodeTextContent: the text of the document is not what a person reads.
export const readText = (place: Locator): Promise<string> => place.innerText();

/** Waits until the screen stands still, and notes what is on it. */
export async function lookAt(page: Page): Promise<Seen> {
  await page.waitForLoadState('networkidle');
  const body = page.locator('body');
  let seen: Seen = { text: '', at: 0 };
  await expect(async () => {
    const before = await readText(body);
    await page.waitForTimeout(300);
    const at = await page.evaluate(() => Date.now());
    await page.waitForTimeout(300);
    seen = { text: await readText(body), at };
    expect(seen.text).toBe(before);
  }).toPass();
  return seen;
}

/** How many actions had happened by then. */
export const positionOf = ({ entries }: RecordedLog, { at }: Seen): number =>
  entries.filter((entry) => entry.at <= at).length;
