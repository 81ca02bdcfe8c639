import { createDraftListeners } from './draftListeners.ts';
import { draftsSlice } from './draftsSlice.ts';
import { setDraftsCode } from './lazyDrafts.ts';

setDraftsCode({ reducer: draftsSlice.reducer, createListeners: createDraftListeners });

export { draftsDiscarded } from './draftsSlice.ts';
export { saveDrafts } from './draftThunks.ts';
