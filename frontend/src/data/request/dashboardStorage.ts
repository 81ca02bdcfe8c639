import { storageOrMemory } from '../../lib/storageOrMemory.ts';
import { firstStepsKey } from './storage.ts';

// Separate from storage.ts, which every route loads.
const store = storageOrMemory(() => localStorage);

/** Whether the user has completed or dismissed the first steps. */
export const areFirstStepsOver = (telegramId: string): boolean => store().getItem(firstStepsKey(telegramId)) !== null;

export function endFirstSteps(telegramId: string): void {
  store().setItem(firstStepsKey(telegramId), '1');
}

const ATTENTION_KEY = 'attention';

/** Whether something needed a person when this browser last read that, so that the dashboard keeps the space for it. */
export const hadAttention = (): boolean => !!store().getItem(ATTENTION_KEY);

export const noteAttention = (isNeeded: boolean): void => store().setItem(ATTENTION_KEY, isNeeded ? '1' : '');
