import type { Page } from '@playwright/test';
import type { SampleAccount } from '../sampleAccount.ts';

/** The user who opens the screen: no user, a user with an empty account, a user with a full account, or an admin. */
export type Visitor = 'signedOut' | 'newUser' | 'fullUser' | 'admin';

export interface ScreenCase {
  readonly name: string;
  readonly visitor: Visitor;
  /** Opens the screen in a new tab and waits for its content. */
  readonly open: (page: Page, data: SampleAccount) => Promise<unknown>;
}

const screenOf =
  (visitor: Visitor) =>
  (name: string, open: ScreenCase['open']): ScreenCase => ({ name, visitor, open });
export const signedOut = screenOf('signedOut');
export const newUser = screenOf('newUser');
export const fullUser = screenOf('fullUser');
export const admin = screenOf('admin');

export const VIEWS = ['pages', 'assistants', 'queue', 'presets', 'credits'] as const;
export type View = (typeof VIEWS)[number];

export const openView = (page: Page, view: View) => page.goto(`/?view=${view}`);

export const openQueue = async (page: Page, tab: RegExp) => {
  await openView(page, 'queue');
  await page.getByRole('tab', { name: tab }).click();
  await page.getByRole('article').first().waitFor();
};

export const waitForText = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

export const waitForDialog = (page: Page) => page.getByRole('dialog').waitFor();

/** Answers every call except those of the session with an error. */
export const answerAllWithErrors = (page: Page) =>
  page.route(/\/api\/(?!auth\/)/, (route) =>
    route.fulfill({ status: 500, json: { error: 'Something went wrong on our side.', code: 'internal' } }),
  );
