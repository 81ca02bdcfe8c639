import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { ADMIN_TELEGRAM_ID, expect, type Product, test } from '../product.ts';
import { openStrangersBrowser, Person } from './Person.ts';
import type { RowKind } from './rowKinds.ts';

const ROW_TIMEOUT_MS = 30_000;
const FRONTEND = path.join(import.meta.dirname, '../..');

export interface Scene<Given> {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly product: Product;
  /** Who is signed in; for a stranger somebody whose browser is elsewhere. */
  readonly person: Person;
  /** What the describe's `given` made. */
  readonly given: Given;
}

interface Sentence {
  /** The spec's own words, shortened with … where they are long. */
  readonly says: string;
}
/** Works in the tab that the describe's `open` opened, and leaves it as it found it; a failed row's tab is not used again. */
interface LookedAtRow<Given> extends Sentence {
  look(scene: Scene<Given>): Promise<void>;
}
/** Acts in a new tab of its own, which has gone nowhere yet. */
interface SeenRow<Given> extends Sentence {
  see(scene: Scene<Given>): Promise<void>;
  /** A browser and a session of its own, for a row that signs out or sets the clock. */
  readonly alone?: true;
}
interface PointedRow extends Sentence {
  /** A component test, by its file below frontend/ and its title; the row fails when there is no such test. */
  readonly shownBy: { readonly file: string; readonly test: string };
}
interface UntestableRow extends Sentence {
  readonly cannot: string;
}
export type SpecRow<Given = undefined> = LookedAtRow<Given> | SeenRow<Given> | PointedRow | UntestableRow;

export interface SceneSetting<Given> {
  /** 'nobody' is not signed in, 'admin' is the product's one admin; else the describe has a person of its own. */
  readonly visitor?: 'nobody' | 'person' | 'admin';
  /** Made once for all rows of the describe: they look at it and leave it as it was. */
  given?(person: Person, product: Product): Promise<Given>;
  /** Brings a new tab to what the rows with `look` look at. */
  open?(scene: Scene<Given>): Promise<void>;
}

const isInBrowser = (row: SpecRow<never>): boolean => 'see' in row || 'look' in row;
const kindOf = (row: SpecRow<never>): RowKind =>
  isInBrowser(row) ? 'seen in Chromium' : 'shownBy' in row ? 'shown by a component test' : 'not testable';

async function expectComponentTest({ file, test: title }: PointedRow['shownBy']): Promise<void> {
  // Titles are compared without their quotes' escapes.
  const source = (await readFile(path.join(FRONTEND, file), 'utf8')).replaceAll('\\', '');
  expect(source, `${file} has no test '${title}'`).toContain(title);
}

/** Fails on an error that nobody caught, whatever the screen shows. */
async function withoutCrashes(page: Page, act: () => Promise<void>): Promise<void> {
  const crashes: string[] = [];
  const note = (error: Error) => crashes.push(String(error));
  page.on('pageerror', note);
  await act();
  page.off('pageerror', note);
  expect(crashes).toEqual([]);
}

/**
 * Sentences of one section of the product's specification, each a test. Rows of one call share a browser and a person
 * (fast), and none depends on another's outcome.
 */
export function specRows(section: string, rows: readonly SpecRow[]): void;
export function specRows<Given>(
  section: string,
  setting: SceneSetting<Given>,
  rows: readonly SpecRow<NoInfer<Given>>[],
): void;
export function specRows<Given>(
  section: string,
  settingOrRows: SceneSetting<Given> | readonly SpecRow<Given>[],
  givenRows?: readonly SpecRow<Given>[],
): void {
  const setting = givenRows ? (settingOrRows as SceneSetting<Given>) : {};
  const rows = givenRows ?? (settingOrRows as readonly SpecRow<Given>[]);
  const openBrowser = (browser: Browser, product: Product, person: Person) =>
    setting.visitor === 'nobody' ? openStrangersBrowser(browser, product.baseUrl) : person.openBrowser(browser);

  test.describe(`§${section}`, () => {
    // One worker for the whole describe: what is given is made once.
    test.describe.configure({ mode: 'default', timeout: ROW_TIMEOUT_MS });
    let shared: Omit<Scene<Given>, 'page'>;
    let lookedAt: Page | null = null;

    if (rows.some(isInBrowser)) {
      test.beforeAll(async ({ browser, product }) => {
        const person = await (setting.visitor === 'admin'
          ? Person.signIn(product.baseUrl, ADMIN_TELEGRAM_ID)
          : Person.signUp(product.baseUrl));
        const given = (await setting.given?.(person, product)) as Given;
        shared = { person, product, given, context: await openBrowser(browser, product, person) };
      });
      test.afterAll(async () => {
        await lookedAt?.unrouteAll({ behavior: 'ignoreErrors' });
        await shared?.context.close();
      });
    }

    const look = async (row: LookedAtRow<Given>) => {
      const page = lookedAt ?? (await shared.context.newPage());
      await withoutCrashes(page, async () => {
        if (!lookedAt) await setting.open?.({ ...shared, page });
        lookedAt = page;
        await row.look({ ...shared, page });
      });
    };
    const see = async (row: SeenRow<Given>, browser: Browser) => {
      const person = row.alone ? await shared.person.again() : shared.person;
      const context = row.alone ? await openBrowser(browser, shared.product, person) : shared.context;
      const page = await context.newPage();
      await withoutCrashes(page, () => row.see({ ...shared, context, person, page }));
      // What is on its way through a route of the row's has nothing to tell any more.
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await (row.alone ? context : page).close();
    };

    for (const row of rows) {
      const details = { annotation: { type: kindOf(row), description: 'cannot' in row ? row.cannot : section } };
      if ('look' in row) test(row.says, details, () => look(row));
      else if ('see' in row) test(row.says, details, ({ browser }) => see(row, browser));
      else if ('shownBy' in row) test(row.says, details, () => expectComponentTest(row.shownBy));
      else test(row.says, details, () => {});
    }
  });
}

export { expect } from '../product.ts';
