import { setUploadCode } from '../tasks/flyerUpload.ts';
import { createDraftListeners } from './draftListeners.ts';
import { draftsSlice } from './draftsSlice.ts';
import { setDraftsCode } from './lazyDrafts.ts';
import { uploadRequest } from './uploadProgress.ts';

setDraftsCode({ reducer: draftsSlice.reducer, createListeners: createDraftListeners });
setUploadCode(uploadRequest);

export { draftsDiscarded } from './draftsSlice.ts';
export { saveDrafts } from './draftThunks.ts';
