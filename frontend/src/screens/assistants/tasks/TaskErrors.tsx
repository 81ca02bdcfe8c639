import { TASK_ERRORS_MAX_HEIGHT_PX } from '@flyerdeck/contracts/limits';
import type { Task } from '@flyerdeck/contracts/types';
import styles from './TaskErrors.module.css';

interface TaskErrorsProps {
  errors: Task['errors'];
}

/** Every error of a task, in little room: the list scrolls (spec section 9). */
export function TaskErrors({ errors }: TaskErrorsProps) {
  if (errors.length === 0) return null;
  return (
    <ul
      aria-label="Errors"
      className={`u-notice u-tone u-grid u-fine u-flush u-break ${styles.errors}`}
      data-tone="danger"
      style={{ maxHeight: TASK_ERRORS_MAX_HEIGHT_PX }}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1).
      tabIndex={0}
    >
      {errors.map(({ message, page_name }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two pages of one name may fail alike, and nothing here has a state.
        <li key={`${place} ${page_name}`}>
          {page_name && <strong>{page_name}: </strong>}
          {message || 'No error message provided.'}
        </li>
      ))}
    </ul>
  );
}
