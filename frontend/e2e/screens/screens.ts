import { COMPOSE_SCREENS } from './composeScreens.ts';
import { DIALOGS } from './dialogScreens.ts';
import { MANY_PAGES } from './manyPagesScreens.ts';
import { PLANNING } from './planningScreens.ts';
import { PUBLIC_SCREENS, REPLAY } from './publicScreens.ts';
import { type ScreenCase, VIEWS } from './screenCase.ts';
import { emptyTab, FULL_TABS, failingTab } from './tabScreens.ts';

/** All screens for users, in every state that looks different. */
export const SCREENS: Readonly<Record<string, readonly ScreenCase[]>> = {
  'public screens': PUBLIC_SCREENS,
  tabs: FULL_TABS,
  'dialogs and questions': DIALOGS,
  'many pages': MANY_PAGES,
  'planning for many pages': PLANNING,
  'empty tabs': VIEWS.map(emptyTab),
  'failing tabs': VIEWS.map(failingTab),
  replay: REPLAY,
  // Last, because they leave an assistant in the account.
  'new post and first steps': COMPOSE_SCREENS,
};
