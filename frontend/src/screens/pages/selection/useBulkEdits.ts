import { failureSentence } from '../../../data/apiError.ts';
import type { TagChange } from '../../../data/pages/changedTags.ts';
import { useUnlinkPagesMutation, useUpdateTagsOfPagesMutation } from '../../../data/pages/pagesApi.ts';
import { counted } from '../../../lib/numbers.ts';

/** Edits of many pages. Each edit is one request that changes all pages or none. */
export function useBulkEdits() {
  const [updateTags, tagsState] = useUpdateTagsOfPagesMutation();
  const [unlink, unlinkState] = useUnlinkPagesMutation();
  const clearFailures = () => {
    tagsState.reset();
    unlinkState.reset();
  };
  return {
    /** An optimistic update; undone if the request fails. */
    changeTags: (guids: readonly string[], { add, remove }: TagChange) => {
      clearFailures();
      void updateTags({ body: { guids: [...guids], add: [...add], remove: [...remove] } });
    },
    /** Asks for confirmation. True if the pages were unlinked. */
    askToUnlink: async (guids: readonly string[]): Promise<boolean> => {
      const question = `Are you sure you want to unlink ${counted(guids.length, 'page')}? This action cannot be undone.`;
      if (!window.confirm(question)) return false;
      clearFailures();
      const { error } = await unlink({ body: { guids: [...guids] } });
      return error === undefined;
    },
    isUnlinking: unlinkState.isLoading,
    failures: [
      failureSentence(tagsState.error, 'Failed to update tags'),
      failureSentence(unlinkState.error, 'Failed to unlink pages'),
    ].filter((failure) => failure !== null),
  };
}
