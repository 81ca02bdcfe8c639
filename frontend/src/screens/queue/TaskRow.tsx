import RightOutlined from '@ant-design/icons/RightOutlined';
import type { Task } from '@flyerdeck/contracts/types';
import { Button } from 'antd';
import { useTaskRetry } from '../../data/tasks/useTaskRetry.ts';
import { canRetry, failedPostings, mayWait, showsFailures } from '../../lib/postings.ts';
import { UnconfirmedDialog } from '../../ui/Dialog.tsx';
import disclosure from '../../ui/disclosure.module.css';
import { FlyerImage } from '../../ui/FlyerImage.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { StatusChip, TaskStatusChip } from '../../ui/StatusChip.tsx';
import facts from '../../ui/taskFacts.module.css';
import styles from './queue.module.css';
import { TaskPages } from './TaskPages.tsx';
import { useTaskDetail } from './useTaskDetail.ts';
import { waitSummary } from './waitSummary.ts';

interface TaskRowProps {
  task: Task;
  isCurrent: boolean;
  isStriped: boolean;
  arePagesShown: boolean;
  onTogglePages: () => void;
}

const COUNTS = [
  { kind: 'posted', tone: 'success' },
  { kind: 'pending', tone: 'neutral' },
  { kind: 'failed', tone: 'danger' },
] as const;

export function TaskRow({ task, isCurrent, isStriped, arePagesShown, onTogglePages }: TaskRowProps) {
  const areDetailsShown = arePagesShown || showsFailures(task);
  const detail = useTaskDetail(task, areDetailsShown);
  const waitLine = mayWait(task) && detail.postings && waitSummary(detail.postings);
  const { isRetrying, retry, question, confirm, retryCertainOnly, dismiss } = useTaskRetry(task._id);
  const isRetryOffered = canRetry(task);
  const isChanged = Date.parse(task.updatedAt) > Date.parse(task.createdAt);

  return (
    <article
      className={`u-grid u-gap12 ${styles.row} ${isStriped ? styles.taskRowStriped : ''} ${isCurrent ? styles.current : ''}`}
      aria-current={isCurrent || undefined}
      aria-label={`Flyer ${task.sequence_order + 1} of ${task.assistant_name || 'Unknown Assistant'}`}
    >
      <FlyerImage isSmall fileId={task.file_id} />
      <div className={facts.body}>
        <p className={facts.description}>
          {task.sequence_order + 1}. {task.description || '(No description)'}
        </p>
        <div className={facts.facts}>
          <TaskStatusChip status={task.status} />
          {isCurrent && <span className={`u-small u-strong u-gap6 ${styles.processing}`}>Processing</span>}
          {COUNTS.filter(({ kind }) => task.page_counts[kind] > 0).map(({ kind, tone }) => (
            <StatusChip key={kind} tone={tone}>
              {task.page_counts[kind]} {kind}
            </StatusChip>
          ))}
          <span className={`u-ellipsis u-muted u-small ${styles.assistant}`}>
            {task.assistant_name || 'Unknown Assistant'}
          </span>
          <RelativeTime word={isChanged ? 'Updated' : 'Created'} at={task.updatedAt} />
        </div>
        {waitLine && <p className="u-muted u-fine u-flush u-break">{waitLine}</p>}
        {areDetailsShown && (
          <TaskPages
            detail={detail}
            areAllShown={arePagesShown}
            isRetrying={isRetrying}
            onRetryPage={isRetryOffered ? (posting) => retry({ postings: [posting], isWholeTask: false }) : null}
          />
        )}
      </div>
      <div className={`u-gap4 ${styles.actions}`}>
        <Button
          size="small"
          type="text"
          className={styles.pages ?? ''}
          icon={<RightOutlined aria-hidden className={disclosure.arrow} />}
          aria-expanded={arePagesShown}
          onClick={onTogglePages}
        >
          {arePagesShown ? 'Hide pages' : `Pages (${task.page_counts.total})`}
        </Button>
        {isRetryOffered && (
          <Button
            size="small"
            disabled={isRetrying}
            onClick={() => retry({ postings: detail.postings && failedPostings(detail.postings), isWholeTask: true })}
          >
            {isRetrying ? 'Retrying...' : 'Retry'}
          </Button>
        )}
      </div>
      <UnconfirmedDialog {...{ question, confirm, retryCertainOnly, dismiss }} />
    </article>
  );
}
