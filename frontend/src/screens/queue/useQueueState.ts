import { QUEUE_POLL_INTERVAL_MS } from '@flyerdeck/contracts/limits';
import type { QueueTab } from '@flyerdeck/contracts/statuses';
import type { QueueInfo, QueueStatus } from '@flyerdeck/contracts/types';
import { useDocumentVisible } from '../../app/useDocumentVisible.ts';
import { errorSentence, isSignedOutError } from '../../data/apiError.ts';
import { useGetBalanceQuery } from '../../data/credits/creditsApi.ts';
import { useQueueInfoQuery, useQueueStatusQuery } from '../../data/queue/queueApi.ts';

export interface QueueState {
  readonly isPostingActive: boolean;
  /** Neither on nor off, until the first answer or failure. */
  readonly isSwitchUnknown: boolean;
  readonly currentTaskId: string | null;
  /** Null until the first answer. */
  readonly counts: Readonly<Record<QueueTab, number>> | null;
  /** Why the counts are unknown or may be outdated; null while they are not. */
  readonly countsFailure: string | null;
  reloadCounts(): void;
}

const countsOf = (info: QueueInfo): Record<QueueTab, number> => ({
  queue: info.queue_count,
  completed: info.completed_count,
  failed: info.failed_count,
  in_progress: info.in_progress_count,
});

/** The switch, the current task and the counts: asked for every 5 seconds while this screen can be seen. */
export function useQueueState(): QueueState {
  const isVisible = useDocumentVisible();
  const polling = { pollingInterval: isVisible ? QUEUE_POLL_INTERVAL_MS : 0 };
  const status = useQueueStatusQuery(undefined, polling);
  const info = useQueueInfoQuery(undefined, polling);
  // Who watches the queue sees it spend: the header's chip keeps step here.
  useGetBalanceQuery(undefined, polling);

  const current: QueueStatus | undefined = status.data;
  return {
    isPostingActive: current?.is_posting_active ?? false,
    isSwitchUnknown: !current && !status.isError,
    currentTaskId: current?.current_task_id ?? null,
    counts: info.data ? countsOf(info.data) : null,
    countsFailure:
      info.error && !isSignedOutError(info.error) ? errorSentence(info.error, 'Failed to fetch queue info.') : null,
    reloadCounts: () => void info.refetch(),
  };
}
