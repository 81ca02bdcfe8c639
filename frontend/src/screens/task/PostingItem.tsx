import RightOutlined from '@ant-design/icons/RightOutlined';
import { statusLabel, TASK_STATUS_LABELS } from '@flyerdeck/contracts/statuses';
import type { TaskPosting } from '@flyerdeck/contracts/types';
import { Button } from 'antd';
import { useId, useState } from 'react';
import { counted } from '../../lib/counted.ts';
import { formatDateTime } from '../../lib/formatDate.ts';
import { postingSentence } from '../../lib/postingSentence.ts';
import disclosure from '../../ui/disclosure.module.css';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { statusTone } from '../../ui/statusTone.ts';
import styles from './PostingItem.module.css';
import { PostingTimeline } from './PostingTimeline.tsx';

interface PostingItemProps {
  readonly taskId: string;
  readonly posting: TaskPosting;
  readonly isRetrying: boolean;
  /** Null where it can not be retried. */
  readonly onRetry: (() => void) | null;
}

/** One page the flyer goes to: where it stands, why, and on demand how it came there. */
export function PostingItem({ taskId, posting, isRetrying, onRetry }: PostingItemProps) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  return (
    <li className={styles.item}>
      <div className={styles.line}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setIsOpen(!isOpen)}
        >
          <RightOutlined aria-hidden className={isOpen ? `${disclosure.arrow} ${disclosure.open}` : disclosure.arrow} />
          <span className={disclosure.name}>
            {posting.name}
            {posting.is_duplicate && <span className={styles.repeat}> (repeat)</span>}
          </span>
        </button>
        <StatusChip tone={statusTone(posting.status)}>{statusLabel(TASK_STATUS_LABELS, posting.status)}</StatusChip>
      </div>
      <div className={styles.facts}>
        <span className={styles.sentence} data-failed={posting.status === 'failed'}>
          {postingSentence(posting)}
        </span>
        {posting.scheduled_for && <span>Scheduled for {formatDateTime(posting.scheduled_for)}</span>}
        {posting.retry_count > 0 && <span>Tried again {counted(posting.retry_count, 'time')}</span>}
        {posting.picture_error && <span>No picture: {posting.picture_error}</span>}
        {posting.picture_file_id && (
          <a href={`/api/get_image/${posting.picture_file_id}`} target="_blank" rel="noreferrer">
            Picture of the post
          </a>
        )}
        {onRetry && (
          <Button size="small" disabled={isRetrying} aria-label={`Retry ${posting.name}`} onClick={onRetry}>
            Retry
          </Button>
        )}
      </div>
      {isOpen && (
        <div id={id}>
          <PostingTimeline key={posting.updated_at} taskId={taskId} postingId={posting.id} />
        </div>
      )}
    </li>
  );
}
