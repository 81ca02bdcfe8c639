import { useState } from 'react';
import { useAppDispatch } from '../../app/hooks.ts';
import { errorSentence } from '../../data/apiError.ts';
import { queueApi, useStartQueueMutation, useStopQueueMutation } from '../../data/queue/queueApi.ts';
import { useArchiveFinalizedMutation } from '../../data/tasks/tasksApi.ts';
import { wakeExtension } from '../../lib/wakeExtension.ts';

export type ShowMessage = (text: string, options?: { isError: boolean }) => void;

const reloadStatus = () => queueApi.endpoints.queueStatus.initiate(undefined, { subscribe: false, forceRefetch: true });

/** The three buttons of the header, each answered by a snackbar (spec section 8, 'Pages and queue'). */
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
    /** The switch can be pressed again once its new state is there: before, it would ask for the same again. */
    switchPosting: async (to: 'start' | 'stop') => {
      setIsSwitching(true);
      const pressedAt = Date.now();
      const { error } = await (to === 'start' ? start() : stop());
      if (error) showFailure(error, `Failed to ${to} queue.`);
      else {
        showMessage(`Queue processing ${to} requested.`);
        if (to === 'start') wakeExtension();
      }
      // A request under way is joined; one that left before the press may tell of the time before it.
      const status = await dispatch(reloadStatus());
      if ((status.startedTimeStamp ?? 0) < pressedAt) await dispatch(reloadStatus());
      setIsSwitching(false);
    },
    clearCompleted: async () => {
      const { error } = await archive();
      if (!error) return showMessage('Finalized tasks cleared successfully.');
      // An answer without a sentence and no answer at all have a fallback each.
      const isAnswered = 'status' in error && error.status > 0;
      showFailure(error, isAnswered ? 'Failed to clear finalized tasks.' : 'Failed to clear tasks.');
    },
  };
}
