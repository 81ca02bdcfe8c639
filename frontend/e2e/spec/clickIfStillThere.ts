import type { Locator } from '@playwright/test';

/** Clicks, unless the answer that is to come of it has come already, to what the app asks on its own, and its place has gone. */
export const clickIfStillThere = (place: Locator) => place.click({ timeout: 3_000 }).catch(() => undefined);
