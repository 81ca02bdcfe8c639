import type { Page } from '@flyerdeck/contracts/types';
import { failureSentence } from '../../../data/apiError.ts';
import { useUnlinkPageMutation, useUpdateTagsMutation } from '../../../data/pages/pagesApi.ts';

const UNLINK_QUESTION = 'Are you sure you want to unlink this page? This action cannot be undone.';

export function usePageEdits({ guid }: Page) {
  const [updateTags, tagsState] = useUpdateTagsMutation();
  const [unlink, unlinkState] = useUnlinkPageMutation();
  return {
    setTags: (tags: string[]) => void updateTags({ guid, body: { tags } }),
    askToUnlink: () => {
      if (window.confirm(UNLINK_QUESTION)) void unlink({ guid });
    },
    isUnlinking: unlinkState.isLoading,
    failures: [
      failureSentence(tagsState.error, 'Failed to update tags'),
      failureSentence(unlinkState.error, 'Failed to unlink page'),
    ].filter((failure) => failure !== null),
  };
}
