import type { AdminUser } from '@flyerdeck/contracts/types';
import { formatDate } from '../../../lib/formatDate.ts';
import { StatusChip } from '../../../ui/StatusChip.tsx';
import { personName } from '../people/personName.ts';
import { RowButton } from '../people/RowButton.tsx';
import type { AdminColumn } from '../table/adminColumn.ts';
import { UserLink } from './UserLink.tsx';
import styles from './userColumns.module.css';

const Text = ({ text }: { readonly text: string }) =>
  text ? (
    <span className={styles.line} title={text}>
      {text}
    </span>
  ) : (
    <span className={styles.missing}>–</span>
  );

/** The table of spec section 2, 'Admin users', from left to right. */
export const userColumns = (open: (user: AdminUser) => void): readonly AdminColumn<AdminUser>[] => [
  {
    key: 'telegram_id',
    title: 'Telegram ID',
    widthPx: 150,
    firstOrder: 'asc',
    render: ({ telegram_id }, row) => <UserLink telegramId={telegram_id} row={row} />,
  },
  {
    key: 'username',
    title: 'Username',
    widthPx: 180,
    firstOrder: 'asc',
    render: ({ username }) => <Text text={username} />,
  },
  {
    key: 'first_name',
    title: 'Name',
    widthPx: 220,
    firstOrder: 'asc',
    render: (user) => <Text text={personName(user)} />,
  },
  {
    key: 'created_at',
    title: 'Registered',
    widthPx: 130,
    firstOrder: 'desc',
    render: ({ created_at }) => (
      <time className={styles.date} dateTime={created_at}>
        {formatDate(created_at)}
      </time>
    ),
  },
  {
    key: 'is_active',
    title: 'Status',
    widthPx: 110,
    firstOrder: 'desc',
    render: ({ is_active }) => (
      <StatusChip tone={is_active ? 'success' : 'danger'}>{is_active ? 'Active' : 'Inactive'}</StatusChip>
    ),
  },
  {
    key: 'is_admin',
    title: 'Admin',
    widthPx: 110,
    firstOrder: 'desc',
    render: ({ is_admin }) => (
      <StatusChip tone={is_admin ? 'accent' : 'neutral'}>{is_admin ? 'Admin' : 'User'}</StatusChip>
    ),
  },
  {
    key: 'actions',
    title: 'Actions',
    widthPx: 110,
    render: (user) => <RowButton row={user} text="View" label={`View ${user.telegram_id}`} onPress={open} />,
  },
];
