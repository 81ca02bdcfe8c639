import { storageOrMemory } from '../../lib/storageOrMemory.ts';

// Not in storage.ts, which the first load of the landing page needs.

const store = storageOrMemory(() => localStorage);

/** `forgetUser` in forgetUser.ts removes it. One key for each user: several users may share a browser, and Telegram accounts share the web view. */
const firstStepsKey = (telegramId: string) => `first_steps_over.${telegramId}`;

/** Whether the user has completed or dismissed the first steps. */
export const areFirstStepsOver = (telegramId: string): boolean => store().getItem(firstStepsKey(telegramId)) !== null;

export function endFirstSteps(telegramId: string): void {
  store().setItem(firstStepsKey(telegramId), '1');
}
