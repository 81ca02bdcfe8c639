import type { Task } from '@flyerdeck/contracts/types';
import { TASK_ERRORS_MAX_HEIGHT_PX } from '@flyerdeck/contracts/values/tasks';
import { FlyerImage } from '../../../ui/FlyerImage.tsx';
import { StatusChip, TaskStatusChip } from '../../../ui/StatusChip.tsx';
import facts from '../../../ui/taskFacts.module.css';
import styles from '../assistants.module.css';

/** A flyer that can no longer be edited: its progress and its errors. */
export function TaskItem({ task }: { readonly task: Task }) {
  const { posted, total, failed } = task.page_counts;
  return (
    <li className={`u-grid u-gap12 ${styles.item}`}>
      <FlyerImage fileId={task.file_id} />
      <div className={facts.body}>
        <p className={facts.description}>
          {task.sequence_order + 1}. {task.description || '(No description)'}
        </p>
        <div className={`u-muted u-small u-tabular ${facts.facts}`}>
          <TaskStatusChip status={task.status} />
          <span>
            {posted} of {total} posted
          </span>
          {failed > 0 && <StatusChip tone="danger">{failed} failed</StatusChip>}
        </div>
        {task.errors.length > 0 && (
          <ul
            aria-label="Errors"
            className={`u-list u-notice u-tone u-grid u-fine u-break ${styles.errors}`}
            data-tone="danger"
            // A long list scrolls (spec section 9).
            style={{ maxHeight: TASK_ERRORS_MAX_HEIGHT_PX }}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling content must be reachable by keyboard.
            tabIndex={0}
          >
            {task.errors.map(({ message, page_name }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: pages may have equal names; the items have no state.
              <li key={`${index} ${page_name}`}>
                {page_name && <strong>{page_name}: </strong>}
                {message || 'No error message provided.'}
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  );
}
