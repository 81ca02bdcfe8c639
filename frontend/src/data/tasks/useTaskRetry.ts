import { UNCONFIRMED_CODE } from '@flyerdeck/contracts/statuses';
import type { TaskPosting } from '@flyerdeck/contracts/types';
import { useState } from 'react';
import { errorCode } from '../apiError.ts';
import { useRetryTaskMutation } from './tasksApi.ts';

/** What to retry: the given postings, or every failed one of the task. */
interface RetryTargets {
  /** Null where the postings are not known yet; then the server says whether one of them is in doubt. */
  readonly postings: readonly TaskPosting[] | null;
  readonly isWholeTask: boolean;
}

function questionOf(targets: RetryTargets) {
  const postings = targets.postings ?? [];
  return {
    targets,
    /** The pages that may have the post already; empty where only the server knows them. */
    doubtful: postings.filter(({ error_code }) => error_code === UNCONFIRMED_CODE),
    /** Those that certainly have not: they can be retried without an answer. */
    certain: postings.filter(({ error_code }) => error_code !== UNCONFIRMED_CODE),
  };
}

/** Retries failed postings; one whose post may be live is never sent again without a person's word. */
export function useTaskRetry(taskId: string) {
  const [requestRetry, { isLoading: isRetrying }] = useRetryTaskMutation();
  const [question, setQuestion] = useState<ReturnType<typeof questionOf> | null>(null);

  const send = async (targets: RetryTargets, isConfirmed: boolean) => {
    setQuestion(null);
    const page_posting_ids = targets.isWholeTask ? undefined : targets.postings?.map(({ id }) => id);
    const result = await requestRetry({
      id: taskId,
      body: { ...(page_posting_ids && { page_posting_ids }), ...(isConfirmed && { confirm_unconfirmed: true }) },
    });
    // Any other failure is only logged (spec section 8): the rejected call stands in the action log.
    if (errorCode(result.error) === 'posting.unconfirmed') setQuestion(questionOf(targets));
  };

  return {
    isRetrying,
    /** Open while a person has to say whether posts that may be live are to be posted again. */
    question,
    retry: (targets: RetryTargets) => {
      const asked = questionOf(targets);
      if (asked.doubtful.length > 0) setQuestion(asked);
      else void send(targets, false);
    },
    confirm: () => {
      if (question) void send(question.targets, true);
    },
    retryCertainOnly: () => {
      if (question) void send({ postings: question.certain, isWholeTask: false }, false);
    },
    dismiss: () => setQuestion(null),
  };
}
