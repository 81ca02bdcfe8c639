import type { AttentionRow } from '@flyerdeck/contracts/types';
import type { AttentionKind } from '@flyerdeck/contracts/values/attention';
import { useState } from 'react';
import { errorSentence } from '../../../data/apiError.ts';
import { usePauseRepeatMutation, useResumeAssistantMutation } from '../../../data/assistants/assistantsSlice.ts';
import { useRetryAttentionMutation } from '../../../data/attention/attentionApi.ts';
import { useRetryTaskMutation } from '../../../data/tasks/tasksApi.ts';

/** What can be done with the rows of a kind. The others are only opened. */
const ACTIONS: Partial<Record<AttentionKind, 'Retry' | 'Resume' | 'Pause'>> = {
  failed: 'Retry',
  partly_posted: 'Retry',
  out_of_credits: 'Resume',
  repeat_stopped: 'Pause',
};

type Outcome = { readonly data?: { readonly message?: string } | undefined; readonly error?: unknown };

/** The action for one row or for all, one call at a time. */
export function useAttentionActions(kind: AttentionKind) {
  const [retryAll] = useRetryAttentionMutation();
  const [retry] = useRetryTaskMutation();
  const [resume] = useResumeAssistantMutation();
  const [pause] = usePauseRepeatMutation();
  const [isBusy, setIsBusy] = useState(false);
  const [outcome, setOutcome] = useState<{ readonly message?: string; readonly failure?: string }>({});
  const action = ACTIONS[kind];

  const callFor = ({ id, task_id }: AttentionRow): Promise<Outcome> => {
    if (kind === 'out_of_credits') return resume({ id });
    if (kind === 'repeat_stopped') return pause({ id, body: { is_paused: true } });
    return retry({ id: task_id ?? '', body: { page_posting_ids: [id] } });
  };
  const run = async (calls: readonly (() => Promise<Outcome>)[]) => {
    setOutcome({});
    setIsBusy(true);
    let last: Outcome = {};
    for (const call of calls) {
      last = await call();
      if (last.error) break;
    }
    setIsBusy(false);
    setOutcome(
      last.error
        ? { failure: errorSentence(last.error, `Failed to ${action?.toLowerCase()}.`) }
        : { message: last.data?.message ?? '' },
    );
  };
  return {
    action,
    isBusy,
    ...outcome,
    actOn: (row: AttentionRow) => void run([() => callFor(row)]),
    actOnAll: (rows: readonly AttentionRow[]) =>
      void run(
        kind === 'failed' || kind === 'partly_posted'
          ? [() => retryAll({ body: { kind } })]
          : rows.map((row) => () => callFor(row)),
      ),
  };
}
