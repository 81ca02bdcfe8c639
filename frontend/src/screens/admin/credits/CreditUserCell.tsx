import type { CreditUser } from '@flyerdeck/contracts/types';
import { personName } from '../people/personName.ts';
import { useRowControl } from '../table/useRowControl.ts';
import styles from './creditColumns.module.css';

interface CreditUserCellProps {
  readonly user: CreditUser;
  readonly row: number;
  onAdjust(): void;
}

/** Name, @username and id; the name is the keyboard's way into the dialog. */
export function CreditUserCell({ user, row, onAdjust }: CreditUserCellProps) {
  const control = useRowControl<HTMLButtonElement>(row);
  return (
    <span className={styles.user}>
      <button {...control} type="button" className={styles.name} onClick={onAdjust}>
        {personName(user) || 'Unnamed User'}
      </button>
      <span className={styles.ids} title={`${user.username ? `@${user.username}, ` : ''}ID ${user.telegram_id}`}>
        {user.username && <span className={styles.username}>@{user.username}</span>}
        <span className={styles.id}>ID: {user.telegram_id}</span>
      </span>
    </span>
  );
}
