import type { Page } from '@playwright/test';
import type { BelievableData } from '../believableData.ts';

/** Who looks: somebody not signed in, somebody with an empty account, somebody with a full one, an admin. */
export type Visitor = 'nobody' | 'newcomer' | 'busy person' | 'admin';

export interface ScreenToSee {
  readonly name: string;
  readonly visitor: Visitor;
  /** Brings a new tab there and waits until there is what a person would wait for. */
  open(page: Page, data: BelievableData): Promise<unknown>;
}

export const VIEWS = ['pages', 'assistants', 'queue', 'presets', 'credits'] as const;
export type View = (typeof VIEWS)[number];

export const openView = (page: Page, view: View) => page.goto(`/?view=${view}`);

export const openQueue = async (page: Page, tab: RegExp) => {
  await openView(page, 'queue');
  await page.getByRole('tab', { name: tab }).click();
  await page.getByRole('article').first().waitFor();
};

export const seeText = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

export const seeDialog = (page: Page) => page.getByRole('dialog').waitFor();

/** Everything but the session answers an error. */
export const failAll = (page: Page) =>
  page.route(/\/api\/(?!auth\/)/, (route) =>
    route.fulfill({ status: 500, json: { error: 'Something went wrong on our side.', code: 'internal' } }),
  );
