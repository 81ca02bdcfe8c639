import { combineReducers } from '@reduxjs/toolkit';
import { api } from '../data/api.ts';
import { assistantsSlice } from '../data/assistants/assistantsSlice.ts';
import { creditsSlice } from '../data/credits/creditsSlice.ts';
import { draftsReducer } from '../data/drafts/lazyDrafts.ts';
import { pagesSlice } from '../data/pages/pagesSlice.ts';
import { presetsSlice } from '../data/presets/presetsSlice.ts';
import { sessionSlice } from '../data/session/sessionSlice.ts';
import { tasksSlice } from '../data/tasks/tasksSlice.ts';
import { uiSlice } from '../data/uiState/uiSlice.ts';

export const rootReducer = combineReducers({
  session: sessionSlice.reducer,
  pages: pagesSlice.reducer,
  assistants: assistantsSlice.reducer,
  tasks: tasksSlice.reducer,
  presets: presetsSlice.reducer,
  credits: creditsSlice.reducer,
  drafts: draftsReducer,
  ui: uiSlice.reducer,
  [api.reducerPath]: api.reducer,
});
export type RootState = ReturnType<typeof rootReducer>;
