import { statusLabel, TASK_STATUS_LABELS } from '@flyerdeck/contracts/statuses';
import type { Task } from '@flyerdeck/contracts/types';
import { FlyerImage } from '../../../ui/FlyerImage.tsx';
import { StatusChip, statusTone } from '../../../ui/StatusChip.tsx';
import facts from '../../../ui/taskFacts.module.css';
import { TaskErrors } from './TaskErrors.tsx';
import styles from './TaskItem.module.css';

interface TaskItemProps {
  task: Task;
}

/** A flyer that is out of the person's hands: how far it got and what went wrong. */
export function TaskItem({ task }: TaskItemProps) {
  const { posted, total, failed } = task.page_counts;
  return (
    <li className={styles.item}>
      <FlyerImage fileId={task.file_id} />
      <div className={facts.body}>
        <p className={facts.description}>
          {task.sequence_order + 1}. {task.description || '(No description)'}
        </p>
        <div className={`${facts.facts} ${styles.facts}`}>
          <StatusChip tone={statusTone(task.status)}>{statusLabel(TASK_STATUS_LABELS, task.status)}</StatusChip>
          <span>
            {posted} of {total} posted
          </span>
          {failed > 0 && <StatusChip tone="danger">{failed} failed</StatusChip>}
        </div>
        <TaskErrors errors={task.errors} />
      </div>
    </li>
  );
}
