import { storageOrMemory } from '../../lib/storageOrMemory.ts';
import { firstStepsKey } from './userKeys.ts';

// Not in storage.ts, which the first load of the landing page needs.

const store = storageOrMemory(() => localStorage);

/** Whether the user has completed or dismissed the first steps. */
export const areFirstStepsOver = (telegramId: string): boolean => store().getItem(firstStepsKey(telegramId)) !== null;

export function endFirstSteps(telegramId: string): void {
  store().setItem(firstStepsKey(telegramId), '1');
}
