import { ADMIN_SCREENS } from './adminScreens.ts';
import { COMPOSE_SCREENS } from './composeScreens.ts';
import { DIALOGS } from './dialogScreens.ts';
import { MANY_PAGES, PLANNING } from './planningScreens.ts';
import { PUBLIC_SCREENS, REPLAY } from './publicScreens.ts';
import { type ScreenCase, VIEWS } from './screenCase.ts';
import { emptyTab, FULL_TABS, failingTab } from './tabScreens.ts';

/** One screen for each kind of list, dialog and form, by groups that are tested together. */
export const SCREENS: Readonly<Record<string, readonly ScreenCase[]>> = {
  'public screens': PUBLIC_SCREENS,
  // In a tab of its own, because it would begin with the log of the screens before.
  replay: REPLAY,
  'tabs and dialogs': [...FULL_TABS, ...DIALOGS],
  'many pages': [...MANY_PAGES, ...PLANNING],
  'empty and failing tabs': [...VIEWS.map(emptyTab), ...VIEWS.map(failingTab)],
  'admin screens': ADMIN_SCREENS,
  // Last, because it leaves an assistant in the account.
  'new post and first steps': COMPOSE_SCREENS,
};
