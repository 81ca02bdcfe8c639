import { expect, type Frame, type Locator, type Page } from '@playwright/test';

/** What the link modal says before anything happens; `app` is the document that the modal is in. */
export const linkSummary = (app: Page | Frame | Locator) => app.getByRole('region', { name: 'What would be linked' });

/** Presses twice, as a person does: the first press shows what would be linked, the second one links it. */
export async function linkSeenPage(app: Page | Frame | Locator): Promise<void> {
  const submit = app.getByRole('button', { name: 'Link Page', exact: true });
  await submit.click();
  await expect(linkSummary(app)).toBeVisible();
  await submit.click();
}
