import type { CalendarPosting, CalendarTask } from '@flyerdeck/contracts/types';
import { Dialog } from '../../../ui/Dialog.tsx';
import { PostingLink } from './PostingLink.tsx';
import styles from './plan.module.css';
import type { PlanRange } from './planRange.ts';

interface PlanDialogProps {
  readonly title: string;
  readonly postings: readonly CalendarPosting[];
  readonly tasks: ReadonlyMap<string, CalendarTask>;
  readonly range: PlanRange;
  readonly isOpen: boolean;
  onClose(): void;
}

export function PlanDialog({ title, postings, tasks, range, isOpen, onClose }: PlanDialogProps) {
  return (
    <Dialog open={isOpen} title={title} width={560} onClose={onClose}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling content must be reachable by keyboard. */}
      <ul className={`u-list ${styles.dialogList}`} aria-label={title} tabIndex={0}>
        {postings.map((posting) => (
          <li key={posting.id}>
            <PostingLink posting={posting} task={tasks.get(posting.task_id)} zone={range.zone} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
