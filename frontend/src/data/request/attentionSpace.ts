import { storageOrMemory } from '../../lib/browser.ts';

// Not in storage.ts, which the first load of the landing page needs.

const store = storageOrMemory(() => localStorage);
const KEY = 'attention';

/** Whether something needed a person when this browser last read that, so that the dashboard keeps the space for it. */
export const hadAttention = (): boolean => !!store().getItem(KEY);

export const noteAttention = (isNeeded: boolean): void => store().setItem(KEY, isNeeded ? '1' : '');
