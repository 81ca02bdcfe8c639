import type { TaskDetail } from '@flyerdeck/contracts/types';
import { Button } from 'antd';
import { useState } from 'react';
import { useTaskRetry } from '../../data/tasks/useTaskRetry.ts';
import { canRetry, failedPostings } from '../../lib/taskRules.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { UnconfirmedDialog } from '../../ui/UnconfirmedDialog.tsx';
import { PostingItem } from './PostingItem.tsx';
import styles from './TaskPostings.module.css';

interface TaskPostingsProps {
  readonly task: TaskDetail;
  /** Retrying is the owner's alone. */
  readonly isOwner: boolean;
}

/** A task may go to thousands of pages; more of them are shown on demand. */
const SHOWN_AT_ONCE = 100;

/** Every page the flyer goes to. */
export function TaskPostings({ task, isOwner }: TaskPostingsProps) {
  const [shownCount, setShownCount] = useState(SHOWN_AT_ONCE);
  const { isRetrying, retry, question, confirm, retryCertainOnly, dismiss } = useTaskRetry(task._id);
  const postings = task.page_postings;
  const isRetryOffered = isOwner && canRetry(task);
  const hiddenCount = postings.length - shownCount;

  return (
    <section aria-labelledby="postings">
      <div className={styles.head}>
        <h2 id="postings" className={styles.title}>
          Pages ({postings.length.toLocaleString('en-US')})
        </h2>
        {isRetryOffered && (
          <Button
            disabled={isRetrying}
            onClick={() => retry({ postings: failedPostings(postings), isWholeTask: true })}
          >
            {isRetrying ? 'Retrying...' : 'Retry'}
          </Button>
        )}
      </div>
      {postings.length === 0 && <EmptyState>No pages yet.</EmptyState>}
      {postings.length > 0 && (
        <ul className={styles.list}>
          {postings.slice(0, shownCount).map((posting) => (
            <PostingItem
              key={posting.id}
              taskId={task._id}
              posting={posting}
              isRetrying={isRetrying}
              onRetry={
                isRetryOffered && posting.status === 'failed'
                  ? () => retry({ postings: [posting], isWholeTask: false })
                  : null
              }
            />
          ))}
        </ul>
      )}
      {hiddenCount > 0 && (
        <Button className={styles.more ?? ''} onClick={() => setShownCount(shownCount + SHOWN_AT_ONCE)}>
          Show {Math.min(SHOWN_AT_ONCE, hiddenCount)} more
        </Button>
      )}
      <UnconfirmedDialog {...{ question, confirm, retryCertainOnly, dismiss }} />
    </section>
  );
}
