import type { Assistant, QueueInfo, QueueStatus } from '@flyerdeck/contracts/types';
import { useAppSelector } from '../../../app/hooks.ts';
import { selectAllAssistants, useListAssistantsQuery } from '../../../data/assistants/assistantsSlice.ts';
import { JUST_READ_SECONDS } from '../../../data/justRead.ts';
import { useListUserPagesQuery } from '../../../data/pages/pagesApi.ts';
import { selectAllPages } from '../../../data/pages/pagesSlice.ts';
import { useQueueInfoQuery, useQueueStatusQuery } from '../../../data/queue/queueApi.ts';

export const FIRST_STEPS = ['page', 'flyer', 'queue', 'start'] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

type StepsDone = Readonly<Record<FirstStep, boolean>>;

interface Account {
  readonly pagesCount: number;
  readonly assistants: readonly Pick<Assistant, 'status' | 'active_task_count' | 'archived_task_count'>[];
  readonly info: QueueInfo;
  readonly status: Pick<QueueStatus, 'is_posting_active'>;
}

export function stepsDone({ pagesCount, assistants, info, status }: Account): StepsDone {
  const hasPosted = info.in_progress_count + info.completed_count + info.failed_count > 0;
  return {
    page: pagesCount > 0,
    flyer: assistants.some(({ active_task_count, archived_task_count }) => active_task_count + archived_task_count > 0),
    queue: hasPosted || info.queue_count > 0 || assistants.some((assistant) => assistant.status !== 'waiting'),
    start: hasPosted || status.is_posting_active,
  };
}

// Flyers may be added by the bot and pages by the extension while the window has no focus.
const REFETCH_ON_FOCUS = { refetchOnMountOrArgChange: JUST_READ_SECONDS, refetchOnFocus: true };

/** Null until all data is loaded, and while a query fails: a list with wrong steps must not be shown. */
export function useFirstSteps(): StepsDone | null {
  const pages = useListUserPagesQuery(undefined, REFETCH_ON_FOCUS);
  const assistants = useListAssistantsQuery(undefined, REFETCH_ON_FOCUS);
  const { data: info } = useQueueInfoQuery(undefined, REFETCH_ON_FOCUS);
  const { data: status } = useQueueStatusQuery(undefined, REFETCH_ON_FOCUS);
  const pagesCount = useAppSelector(selectAllPages).length;
  const allAssistants = useAppSelector(selectAllAssistants);
  if (!pages.data || !assistants.data || !info || !status) return null;
  return stepsDone({ pagesCount, assistants: allAssistants, info, status });
}
