import { useState } from 'react';
import { useAppDispatch } from '../../app/hooks.ts';
import { errorSentence } from '../../data/apiError.ts';
import { queueApi, useStartQueueMutation, useStopQueueMutation } from '../../data/queue/queueApi.ts';
import { useArchiveFinalizedMutation } from '../../data/tasks/tasksApi.ts';
import { wakeExtension } from '../../lib/wakeExtension.ts';

export type ShowMessage = (text: string, options?: { isError: boolean }) => void;

const reloadStatus = () => queueApi.endpoints.queueStatus.initiate(undefined, { subscribe: false, forceRefetch: true });

/** The actions of the header's buttons. Results are shown in a snackbar (spec section 8, 'Pages and queue'). */
export function useQueueActions(showMessage: ShowMessage) {
  const dispatch = useAppDispatch();
  const [start] = useStartQueueMutation();
  const [stop] = useStopQueueMutation();
  const [isSwitching, setIsSwitching] = useState(false);
  const [archive, { isLoading: isClearing }] = useArchiveFinalizedMutation();
  const showFailure = (error: unknown, fallback: string) =>
    showMessage(`Error: ${errorSentence(error, fallback)}`, { isError: true });

  return {
    isSwitching,
    isClearing,
    /** The switch stays disabled until the new status is loaded, so that a second click does not repeat the request. */
    switchPosting: async (to: 'start' | 'stop') => {
      setIsSwitching(true);
      const { error } = await (to === 'start' ? start() : stop());
      if (error) showFailure(error, `Failed to ${to} queue.`);
      else {
        showMessage(`Queue processing ${to} requested.`);
        if (to === 'start') wakeExtension();
      }
      await dispatch(reloadStatus());
      setIsSwitching(false);
    },
    clearCompleted: async () => {
      const { error } = await archive();
      if (!error) return showMessage('Finalized tasks cleared successfully.');
      // The spec has different sentences for an error response and for no response.
      const isAnswered = 'status' in error && error.status > 0;
      showFailure(error, isAnswered ? 'Failed to clear finalized tasks.' : 'Failed to clear tasks.');
    },
  };
}
