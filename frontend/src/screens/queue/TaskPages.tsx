import type { TaskPosting } from '@flyerdeck/contracts/types';
import { Button } from 'antd';
import { failedPostings, postingSentence } from '../../lib/postings.ts';
import { ErrorAlert } from '../../ui/notices.tsx';
import { ScreenshotThumbnail, useScreenshots } from '../../ui/Screenshots.tsx';
import styles from './queue.module.css';
import type { TaskDetailState } from './useTaskDetail.ts';

interface TaskPagesProps {
  detail: TaskDetailState;
  areAllShown: boolean;
  isRetrying: boolean;
  /** Null if the task can not be retried. */
  onRetryPage: ((posting: TaskPosting) => void) | null;
}

const NO_POSTINGS: readonly TaskPosting[] = [];

/** The failed pages of a task and, with `areAllShown`, its other pages with their wait reasons or screenshots. */
export function TaskPages({ detail, areAllShown, isRetrying, onRetryPage }: TaskPagesProps) {
  const { postings, isLoading, failure, refetch } = detail;
  const screenshots = useScreenshots(postings ?? NO_POSTINGS);
  if (failure) return <ErrorAlert message={failure} onRetry={refetch} />;
  if (isLoading) return <p className="u-muted u-fine u-flush">Loading details...</p>;
  if (!postings) return null;

  const lists = [
    { label: 'Failed pages', className: styles.failed, shown: failedPostings(postings), onRetry: onRetryPage },
    {
      label: 'Other pages',
      className: '',
      shown: areAllShown ? postings.filter(({ status }) => status !== 'failed') : [],
      onRetry: null,
    },
  ].filter(({ shown }) => shown.length > 0);
  return (
    <>
      {lists.map(({ label, className, shown, onRetry }) => (
        <ul
          key={label}
          className={`u-list u-grid u-fine u-gap6 ${styles.taskPagesList} ${className}`}
          aria-label={label}
        >
          {shown.map((posting) => (
            <li key={posting.id} className="u-spread u-shrink u-break u-gap12 u-line">
              <span className="u-shrink">
                <strong className="u-strong">{posting.name}</strong>
                {posting.is_duplicate && ' (repeat)'}: {postingSentence(posting)}
              </span>
              <ScreenshotThumbnail posting={posting} onOpen={() => screenshots.show(posting)} />
              {onRetry && (
                <Button
                  danger
                  size="small"
                  disabled={isRetrying}
                  aria-label={`Retry ${posting.name}`}
                  onClick={() => onRetry(posting)}
                >
                  Retry
                </Button>
              )}
            </li>
          ))}
        </ul>
      ))}
      {areAllShown && postings.length === 0 && <p className="u-muted u-fine u-flush">No pages yet.</p>}
      {screenshots.viewer}
    </>
  );
}
