import { combineReducers } from '@reduxjs/toolkit';
import { api } from '../api.ts';
import { assistantsSlice } from '../assistants/assistantsSlice.ts';
import { creditsSlice } from '../credits/creditsSlice.ts';
import { draftsSlice } from '../drafts/draftsSlice.ts';
import { pagesSlice } from '../pages/pagesSlice.ts';
import { presetsSlice } from '../presets/presetsSlice.ts';
import { sessionSlice } from '../session/sessionSlice.ts';
import { tasksSlice } from '../tasks/tasksSlice.ts';
import { uiSlice } from '../uiState/useUiState.ts';

export const rootReducer = combineReducers({
  session: sessionSlice.reducer,
  pages: pagesSlice.reducer,
  assistants: assistantsSlice.reducer,
  tasks: tasksSlice.reducer,
  presets: presetsSlice.reducer,
  credits: creditsSlice.reducer,
  drafts: draftsSlice.reducer,
  ui: uiSlice.reducer,
  [api.reducerPath]: api.reducer,
});
export type RootState = ReturnType<typeof rootReducer>;
