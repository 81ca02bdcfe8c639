import { hasUnsaved } from './draft.ts';
import type { WithDrafts } from './draftsSlice.ts';

export const selectHasUnsavedWork = ({ drafts }: WithDrafts): boolean =>
  Object.values(drafts.edits).some(hasUnsaved) ||
  Object.values(drafts.uploads).some(({ pending }) => pending.length > 0);
