import { Link, useLocation } from 'react-router-dom';
import { useRowControl } from '../table/useRowControl.ts';
import styles from './userColumns.module.css';

interface UserLinkProps {
  readonly telegramId: string;
  readonly row: number;
}

export const userAddress = (telegramId: string) => `/admin/users/${encodeURIComponent(telegramId)}`;

/** A user's id; leads to the detail and remembers the view to come back to. */
export function UserLink({ telegramId, row }: UserLinkProps) {
  const control = useRowControl<HTMLAnchorElement>(row);
  const { search } = useLocation();
  return (
    <Link {...control} to={userAddress(telegramId)} state={{ usersView: search }} className={styles.id ?? ''}>
      {telegramId}
    </Link>
  );
}
