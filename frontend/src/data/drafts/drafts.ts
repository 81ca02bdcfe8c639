import { createDraftListeners } from './draftListeners.ts';
import { draftsSlice } from './draftsSlice.ts';
import { provideDrafts } from './lazyDrafts.ts';

provideDrafts({ reducer: draftsSlice.reducer, createListeners: createDraftListeners });

export { draftsDiscarded } from './draftsSlice.ts';
export { saveDrafts } from './draftThunks.ts';
