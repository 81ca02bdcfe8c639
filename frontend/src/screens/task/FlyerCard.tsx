import FolderOutlined from '@ant-design/icons/FolderOutlined';
import { statusLabel, TASK_STATUS_LABELS } from '@flyerdeck/contracts/statuses';
import type { TaskDetail } from '@flyerdeck/contracts/types';
import { Link } from 'react-router-dom';
import { useAppSelector } from '../../app/hooks.ts';
import { selectCurrentUser } from '../../data/session/sessionSlice.ts';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { statusTone } from '../../ui/statusTone.ts';
import styles from './FlyerCard.module.css';

/** Dense screens take twice the width it is shown at. */
const PICTURE_WIDTH_PX = 640;

/** The flyer itself: picture and text, whose it is and where it stands. */
export function FlyerCard({ task }: { readonly task: TaskDetail }) {
  const isAdmin = useAppSelector((state) => selectCurrentUser(state)?.is_admin ?? false);
  const { owner, file_id: fileId, page_counts: counts } = task;
  return (
    <section className={styles.card} aria-label="Flyer">
      {fileId ? (
        <a className={styles.frame} href={`/api/get_image/${fileId}`} target="_blank" rel="noreferrer">
          <img
            className={styles.picture}
            src={`/api/get_image/${fileId}?w=${PICTURE_WIDTH_PX}`}
            alt="Flyer in full size"
          />
        </a>
      ) : (
        <span className={styles.frame}>
          <FolderOutlined aria-label="No picture" />
        </span>
      )}
      <div className={styles.body}>
        <p className={styles.description}>{task.description || '(No description)'}</p>
        <div className={styles.facts}>
          <StatusChip tone={statusTone(task.status)}>{statusLabel(TASK_STATUS_LABELS, task.status)}</StatusChip>
          <span>
            {counts.posted} posted, {counts.pending} pending, {counts.failed} failed
          </span>
        </div>
        <div className={styles.facts}>
          <RelativeTime word="Created" at={task.createdAt} />
          <RelativeTime word="Updated" at={task.updatedAt} />
        </div>
        {isAdmin && owner && (
          <p className={styles.owner}>
            Owner:{' '}
            <Link to={`/admin/users/${encodeURIComponent(owner.telegram_id)}`}>{owner.name || owner.telegram_id}</Link>
          </p>
        )}
      </div>
    </section>
  );
}
