import { useState } from 'react';
import { useAppDispatch } from '../../app/hooks.ts';
import { queueApi, useStartQueueMutation, useStopQueueMutation } from '../../data/queue/queueApi.ts';
import { useArchiveFinalizedMutation } from '../../data/tasks/tasksApi.ts';
import { wakeExtension } from '../../lib/wakeExtension.ts';
import { clearFailureMessage, switchFailureMessage } from './queueFailures.ts';
import type { SnackbarControl } from './Snackbar.tsx';

const reloadStatus = () => queueApi.endpoints.queueStatus.initiate(undefined, { subscribe: false, forceRefetch: true });

/** The three buttons of the header, each answered by a snackbar (spec section 8, 'Pages and queue'). */
export function useQueueActions(snackbar: Pick<SnackbarControl, 'show'>) {
  const dispatch = useAppDispatch();
  const [start] = useStartQueueMutation();
  const [stop] = useStopQueueMutation();
  const [isSwitching, setIsSwitching] = useState(false);
  const [archive, { isLoading: isClearing }] = useArchiveFinalizedMutation();
  const fail = (message: string) => snackbar.show(message, { isError: true });
  /** The switch can be pressed again once its new state is there: pressed before, it would ask for the same again. */
  const moveSwitch = async (move: () => Promise<unknown>) => {
    setIsSwitching(true);
    const pressedAt = Date.now();
    await move();
    // A request under way is joined; one that left before the press may tell of the time before it.
    const status = await dispatch(reloadStatus());
    if ((status.startedTimeStamp ?? 0) < pressedAt) await dispatch(reloadStatus());
    setIsSwitching(false);
  };

  return {
    isSwitching,
    isClearing,
    startPosting: () =>
      moveSwitch(async () => {
        const { error } = await start();
        if (error) return fail(switchFailureMessage(error, 'Failed to start queue.'));
        snackbar.show('Queue processing start requested.');
        wakeExtension();
      }),
    pausePosting: () =>
      moveSwitch(async () => {
        const { error } = await stop();
        if (error) return fail(switchFailureMessage(error, 'Failed to stop queue.'));
        snackbar.show('Queue processing stop requested.');
      }),
    clearCompleted: async () => {
      const { error } = await archive();
      if (error) fail(clearFailureMessage(error));
      else snackbar.show('Finalized tasks cleared successfully.');
    },
  };
}
