import type { AdminUser } from '@flyerdeck/contracts/types';
import { Button } from 'antd';
import { Link, useLocation } from 'react-router-dom';
import { formatDate } from '../../../lib/formatDate.ts';
import { ActiveChip, RoleChip } from '../people/PersonChips.tsx';
import { personName, userAddress } from '../people/people.ts';
import { type AdminColumn, SORT_ASCENDING, SORT_DESCENDING, timeColumn } from '../table/columns.tsx';

/** A user's id as a link to the detail screen, whose Back button returns to this view. */
function UserLink({ telegramId }: { readonly telegramId: string }) {
  const { search } = useLocation();
  return (
    <Link to={userAddress(telegramId)} state={{ usersView: search }}>
      {telegramId}
    </Link>
  );
}

const textOrDash = (text: string) => text || <span className="u-muted">–</span>;

/** The table of spec section 2, 'Admin users', from left to right. */
export const userColumns = (open: (user: AdminUser) => void): readonly AdminColumn<AdminUser>[] => [
  {
    key: 'telegram_id',
    title: 'Telegram ID',
    width: 150,
    ...SORT_ASCENDING,
    render: (_, { telegram_id }) => <UserLink telegramId={telegram_id} />,
  },
  {
    key: 'username',
    title: 'Username',
    width: 180,
    ellipsis: true,
    ...SORT_ASCENDING,
    render: (_, { username }) => textOrDash(username),
  },
  {
    key: 'first_name',
    title: 'Name',
    width: 220,
    ellipsis: true,
    ...SORT_ASCENDING,
    render: (_, user) => textOrDash(personName(user)),
  },
  timeColumn({ key: 'created_at', title: 'Registered', width: 130 }, ({ created_at }) => created_at, formatDate),
  {
    key: 'is_active',
    title: 'Status',
    width: 110,
    ...SORT_DESCENDING,
    render: (_, { is_active }) => <ActiveChip isActive={is_active} />,
  },
  {
    key: 'is_admin',
    title: 'Admin',
    width: 110,
    ...SORT_DESCENDING,
    render: (_, { is_admin }) => <RoleChip isAdmin={is_admin} />,
  },
  {
    key: 'actions',
    title: 'Actions',
    width: 110,
    render: (_, user) => (
      // Not in the tab order: keyboard users follow the link in the first column.
      <Button size="small" tabIndex={-1} aria-label={`View ${user.telegram_id}`} onClick={() => open(user)}>
        View
      </Button>
    ),
  },
];
