import RightOutlined from '@ant-design/icons/RightOutlined';
import { statusLabel, TASK_STATUS_LABELS } from '@flyerdeck/contracts/statuses';
import type { DetailedPosting } from '@flyerdeck/contracts/types';
import { StatusChip } from '../../../ui/StatusChip.tsx';
import { statusTone } from '../../../ui/statusTone.ts';
import { useRowControl } from '../table/useRowControl.ts';
import styles from './PostingToggle.module.css';

interface PostingToggleProps {
  readonly posting: DetailedPosting;
  readonly row: number;
  readonly isOpen: boolean;
  onToggle(): void;
}

export const detailId = (postingId: string) => `posting-detail-${postingId}`;

/** A posting's state, and what opens its detail: also by a click anywhere on the row, or Enter. */
export function PostingToggle({ posting, row, isOpen, onToggle }: PostingToggleProps) {
  const control = useRowControl<HTMLButtonElement>(row);
  const label = statusLabel(TASK_STATUS_LABELS, posting.status);
  return (
    <button
      {...control}
      type="button"
      className={styles.toggle}
      aria-expanded={isOpen}
      aria-controls={isOpen ? detailId(posting.id) : undefined}
      aria-label={`${label}, details of ${posting.task_description || posting.page_name}`}
      onClick={onToggle}
    >
      <RightOutlined aria-hidden className={styles.arrow} data-open={isOpen} />
      <StatusChip tone={statusTone(posting.status)}>{label}</StatusChip>
    </button>
  );
}
