import type { Locator } from '@playwright/test';

/** Opens a tab, unless the answer that is to come of it has come already, to what the app asks on its own, and the tab has gone. */
export const openIfStillThere = (tab: Locator) => tab.click({ timeout: 3_000 }).catch(() => undefined);
