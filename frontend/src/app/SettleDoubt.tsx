import { Button } from 'antd';
import { errorSentence } from '../data/apiError.ts';
import { useRetryTaskMutation } from '../data/tasks/tasksApi.ts';
import { ErrorAlert } from '../ui/notices.tsx';

interface SettleDoubtProps {
  readonly taskId: string;
  readonly postingId: string;
  readonly pageName: string;
  /** A time at which this doubt was there, so that no later one is settled. */
  readonly since: string;
}

/** For a post that may be live, beside the hint to look at the page first. */
export function SettleDoubt({ taskId, postingId, pageName, since }: SettleDoubtProps) {
  const [settle, { isLoading, error }] = useRetryTaskMutation();
  const button = (text: string, outcome: { live_since: string } | { confirm_unconfirmed: true }) => (
    <Button
      size="small"
      disabled={isLoading}
      aria-label={`${text}: ${pageName}`}
      onClick={() => settle({ id: taskId, body: { page_posting_ids: [postingId], ...outcome } })}
    >
      {text}
    </Button>
  );
  return (
    <div className="u-wrap u-gap4">
      {button('It is live', { live_since: since })}
      {button('It is not there', { confirm_unconfirmed: true })}
      {error && <ErrorAlert message={errorSentence(error, 'Failed to settle the doubt.')} />}
    </div>
  );
}
