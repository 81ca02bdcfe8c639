import { useStartQueueMutation, useStopQueueMutation } from '../../data/queue/queueApi.ts';
import { useArchiveFinalizedMutation } from '../../data/tasks/tasksApi.ts';
import { wakeExtension } from '../../lib/wakeExtension.ts';
import { clearFailureMessage, switchFailureMessage } from './queueFailures.ts';
import type { SnackbarControl } from './Snackbar.tsx';

/** The three buttons of the header, each answered by a snackbar (spec section 8, 'Pages and queue'). */
export function useQueueActions(snackbar: Pick<SnackbarControl, 'show'>) {
  const [start, { isLoading: isStarting }] = useStartQueueMutation();
  const [stop, { isLoading: isStopping }] = useStopQueueMutation();
  const [archive, { isLoading: isClearing }] = useArchiveFinalizedMutation();
  const fail = (message: string) => snackbar.show(message, { isError: true });

  return {
    isSwitching: isStarting || isStopping,
    isClearing,
    startPosting: async () => {
      const { error } = await start();
      if (error) fail(switchFailureMessage(error, 'Failed to start queue.'));
      else {
        snackbar.show('Queue processing start requested.');
        wakeExtension();
      }
    },
    pausePosting: async () => {
      const { error } = await stop();
      if (error) fail(switchFailureMessage(error, 'Failed to stop queue.'));
      else snackbar.show('Queue processing stop requested.');
    },
    clearCompleted: async () => {
      const { error } = await archive();
      if (error) fail(clearFailureMessage(error));
      else snackbar.show('Finalized tasks cleared successfully.');
    },
  };
}
