import { ASSISTANT_STATUS_LABELS, statusLabel, TASK_STATUS_LABELS } from '@flyerdeck/contracts/statuses';
import type { UserActivity } from '@flyerdeck/contracts/types';
import { Link, useLocation } from 'react-router-dom';
import { formatDateTime } from '../../../lib/formatDate.ts';
import { StatusChip } from '../../../ui/StatusChip.tsx';
import { statusTone } from '../../../ui/statusTone.ts';
import styles from './ExpandableList.module.css';
import { ExpandableList } from './ExpandableList.tsx';

/** What a user has, by kind. */
export function ActivityLists({ activity }: { readonly activity: UserActivity }) {
  const { pathname, state } = useLocation();
  return (
    <>
      <ExpandableList
        title="Linked Pages"
        rows={activity.pages}
        count={activity.pages_count}
        keyOf={({ guid }) => guid}
        emptyText="No pages found"
      >
        {({ guid, username }) => (
          <div className={styles.line}>
            <span className={styles.name}>{username || 'Unnamed Page'}</span>
            <span className={styles.id}>{guid}</span>
          </div>
        )}
      </ExpandableList>
      <ExpandableList
        title="Tasks"
        rows={activity.tasks}
        count={activity.tasks_count}
        keyOf={({ id }) => id}
        emptyText="No tasks found"
      >
        {({ id, status, created_at }) => (
          <Link className={styles.line ?? ''} to={`/tasks/${id}`} state={{ back: pathname, backState: state }}>
            <span className={styles.id}>{id}</span>
            <span className={styles.facts}>
              <StatusChip tone={statusTone(status)}>{statusLabel(TASK_STATUS_LABELS, status)}</StatusChip>
              <time dateTime={created_at}>{formatDateTime(created_at)}</time>
            </span>
          </Link>
        )}
      </ExpandableList>
      <ExpandableList
        title="Assistants"
        rows={activity.assistants}
        count={activity.assistants_count}
        keyOf={({ id }) => id}
        emptyText="No assistants found"
      >
        {({ name, status }) => (
          <div className={styles.line}>
            <span className={styles.name}>{name || 'Unnamed Assistant'}</span>
            <StatusChip tone={statusTone(status)}>{statusLabel(ASSISTANT_STATUS_LABELS, status)}</StatusChip>
          </div>
        )}
      </ExpandableList>
    </>
  );
}
