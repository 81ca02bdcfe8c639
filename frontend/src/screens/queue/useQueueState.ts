import type { QueueInfo } from '@flyerdeck/contracts/types';
import type { QueueTab } from '@flyerdeck/contracts/values/queue';
import { QUEUE_POLL_INTERVAL_MS } from '@flyerdeck/contracts/values/queue';
import { failureSentence } from '../../data/apiError.ts';
import { useGetBalanceQuery } from '../../data/credits/creditsApi.ts';
import { useQueueInfoQuery, useQueueStatusQuery } from '../../data/queue/queueApi.ts';

export type QueueState = ReturnType<typeof useQueueState>;

const POLLING = { pollingInterval: QUEUE_POLL_INTERVAL_MS, skipPollingIfUnfocused: true };

const countsOf = (info: QueueInfo): Readonly<Record<QueueTab, number>> => ({
  queue: info.queue_count,
  completed: info.completed_count,
  failed: info.failed_count,
  in_progress: info.in_progress_count,
});

/** The posting switch, the current task and the counts, polled every 5 seconds while the window has the focus. */
export function useQueueState() {
  const status = useQueueStatusQuery(undefined, POLLING);
  const info = useQueueInfoQuery(undefined, POLLING);
  // Posting spends credits, which the header shows.
  useGetBalanceQuery(undefined, POLLING);

  return {
    isPostingActive: status.data?.is_posting_active ?? false,
    /** True until the first response or failure. */
    isSwitchUnknown: !status.data && !status.isError,
    currentTaskId: status.data?.current_task_id ?? null,
    /** Null until the first response. */
    counts: info.data ? countsOf(info.data) : null,
    /** The error message if the counts could not be loaded; else null. */
    countsFailure: failureSentence(info.error, 'Failed to fetch queue info.'),
    reloadCounts: info.refetch,
  };
}
