import type { TaskPosting } from '@flyerdeck/contracts/types';
import { isInDoubt } from '../../lib/postings.ts';
import { errorCode } from '../apiError.ts';
import { useUiState } from '../uiState/useUiState.ts';
import { useRetryTaskMutation } from './tasksApi.ts';

interface RetryTargets {
  /** Null when the postings are not loaded. Then the server answers whether one of their posts may be live. */
  readonly postings: readonly TaskPosting[] | null;
  readonly isWholeTask: boolean;
}

function questionOf(targets: RetryTargets) {
  const postings = targets.postings ?? [];
  return {
    targets,
    /** Postings whose post may be live; empty when the postings are not loaded. */
    doubtful: postings.filter(isInDoubt),
    /** Postings whose post is certainly not live. They can be retried without a confirmation. */
    certain: postings.filter((posting) => !isInDoubt(posting)),
  };
}

/** Retries failed postings. A posting whose post may be live is retried only after the user confirms it. */
export function useTaskRetry(taskId: string) {
  const [requestRetry, { isLoading: isRetrying }] = useRetryTaskMutation();
  const [question, setQuestion] = useUiState<ReturnType<typeof questionOf> | null>(`retry/${taskId}`, null);

  const send = async (targets: RetryTargets, isConfirmed: boolean) => {
    setQuestion(null);
    const page_posting_ids = targets.isWholeTask ? undefined : targets.postings?.map(({ id }) => id);
    const result = await requestRetry({
      id: taskId,
      body: { ...(page_posting_ids && { page_posting_ids }), ...(isConfirmed && { confirm_unconfirmed: true }) },
    });
    // Any other failure is only logged (spec section 8): the rejected call is in the action log.
    if (errorCode(result.error) === 'posting.unconfirmed') setQuestion(questionOf(targets));
  };

  return {
    isRetrying,
    /** Set while the user has to confirm that posts that may be live are posted again; else null. */
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
