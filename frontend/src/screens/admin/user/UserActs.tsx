import { ADMIN_ACT_LABELS, statusLabel } from '@flyerdeck/contracts/statuses';
import { useListUserActsQuery } from '../../../data/admin/adminApi.ts';
import { isSignedOutError, serverOrThrownMessage } from '../../../data/apiError.ts';
import { formatDateTime } from '../../../lib/formatDate.ts';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { actSentence } from './actSentence.ts';
import card from './card.module.css';
import styles from './UserActs.module.css';

/** What admins did to a user, newest first. */
export function UserActs({ telegramId }: { readonly telegramId: string }) {
  const { data, error, isLoading, refetch } = useListUserActsQuery({ telegramId });
  const isFailed = error !== undefined && !isSignedOutError(error);
  return (
    <section className={card.card} aria-labelledby="admin-acts">
      <h2 id="admin-acts" className={card.title}>
        Admin History
      </h2>
      {isLoading && <Skeleton label="Loading admin history" rows={2} rowHeightPx={36} />}
      {isFailed && <ErrorAlert message={serverOrThrownMessage(error)} onRetry={() => void refetch()} />}
      {data?.acts.length === 0 && <p className={card.note}>No admin has changed anything here yet</p>}
      {data && data.acts.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reached by the keyboard.
        <ol className={styles.acts} aria-label="Admin History" tabIndex={0}>
          {data.acts.map((act) => {
            const sentence = actSentence(act);
            return (
              <li key={act.id} className={styles.act}>
                <div className={styles.what}>
                  <strong className={styles.word}>{statusLabel(ADMIN_ACT_LABELS, act.act)}</strong>
                  {sentence && <span className={styles.details}>{sentence}</span>}
                </div>
                <div className={styles.who}>
                  <span>{act.admin_name}</span>
                  <time dateTime={act.at}>{formatDateTime(act.at)}</time>
                </div>
              </li>
            );
          })}
        </ol>
      )}
    </section>
  );
}
