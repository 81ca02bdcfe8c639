import type { TaskPosting } from '@flyerdeck/contracts/types';
import { Button } from 'antd';
import { postingSentence } from '../../lib/postingSentence.ts';
import { failedPostings } from '../../lib/taskRules.ts';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import styles from './TaskPages.module.css';
import type { TaskDetailState } from './useTaskDetail.ts';

interface TaskPagesProps {
  detail: TaskDetailState;
  areAllShown: boolean;
  isRetrying: boolean;
  /** Null where nothing can be retried. */
  onRetryPage: ((posting: TaskPosting) => void) | null;
}

interface PageLineProps {
  posting: TaskPosting;
  isRetrying: boolean;
  onRetry: (() => void) | null;
}

function PageLine({ posting, isRetrying, onRetry }: PageLineProps) {
  return (
    <li className={`u-spread u-shrink u-break u-gap12 ${styles.line}`}>
      <span>
        <strong className="u-strong">{posting.name}</strong>
        {posting.is_duplicate && <span className={styles.repeat}> (repeat)</span>}: {postingSentence(posting)}
      </span>
      {onRetry && (
        <Button danger size="small" disabled={isRetrying} aria-label={`Retry ${posting.name}`} onClick={onRetry}>
          Retry
        </Button>
      )}
    </li>
  );
}

/** The pages of a task that failed and, when asked for, all the others with what they wait for. */
export function TaskPages({ detail, areAllShown, isRetrying, onRetryPage }: TaskPagesProps) {
  const { postings, isLoading, errorMessage, refetch } = detail;
  if (errorMessage) return <ErrorAlert message={errorMessage} onRetry={refetch} />;
  if (isLoading) return <p className="u-muted u-fine u-flush">Loading details...</p>;
  if (!postings) return null;

  const failed = failedPostings(postings);
  const others = areAllShown ? postings.filter(({ status }) => status !== 'failed') : [];
  return (
    <>
      {failed.length > 0 && (
        <ul className={`${styles.list} ${styles.failed}`} aria-label="Failed pages">
          {failed.map((posting) => (
            <PageLine
              key={posting.id}
              posting={posting}
              isRetrying={isRetrying}
              onRetry={onRetryPage && (() => onRetryPage(posting))}
            />
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <ul className={styles.list} aria-label="Other pages">
          {others.map((posting) => (
            <PageLine key={posting.id} posting={posting} isRetrying={isRetrying} onRetry={null} />
          ))}
        </ul>
      )}
      {areAllShown && postings.length === 0 && <p className="u-muted u-fine u-flush">No pages yet.</p>}
    </>
  );
}
