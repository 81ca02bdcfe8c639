import type { CreditUser } from '@flyerdeck/contracts/types';
import { Button, Flex } from 'antd';
import { Link } from 'react-router-dom';
import { formatNumber } from '../../../lib/formatNumber.ts';
import { personName, userAddress, userLabel } from '../people/people.ts';
import { type AdminColumn, SORT_ASCENDING, SORT_DESCENDING, timeColumn } from '../table/columns.tsx';

interface UserCellProps {
  readonly user: CreditUser;
  onAdjust(): void;
}

/** Name, @username and id. The name opens the dialog by keyboard, the id leads to the user. */
function UserCell({ user, onAdjust }: UserCellProps) {
  return (
    <Flex vertical align="start">
      <Button type="text" size="small" onClick={onAdjust} style={{ maxWidth: '100%', marginInlineStart: -8 }}>
        <span className="u-strong u-ellipsis">{personName(user) || 'Unnamed User'}</span>
      </Button>
      <Flex gap="small" style={{ maxWidth: '100%' }}>
        {user.username && <span className="u-muted u-small u-ellipsis">@{user.username}</span>}
        <Link to={userAddress(user.telegram_id)} style={{ flex: 'none', fontSize: 12, lineHeight: '24px' }}>
          ID: {user.telegram_id}
        </Link>
      </Flex>
    </Flex>
  );
}

const amount = (
  key: 'credits_balance' | 'total_credits_purchased' | 'total_credits_spent',
  title: string,
): AdminColumn<CreditUser> => ({
  key,
  title,
  width: 130,
  align: 'end',
  ...SORT_DESCENDING,
  render: (_, user) => formatNumber(user[key]),
});

/** The table of spec section 2, 'Admin credits', from left to right. */
export const creditColumns = (adjust: (user: CreditUser) => void): readonly AdminColumn<CreditUser>[] => [
  {
    key: 'first_name',
    title: 'User',
    width: 220,
    ...SORT_ASCENDING,
    render: (_, user) => <UserCell user={user} onAdjust={() => adjust(user)} />,
  },
  amount('credits_balance', 'Balance'),
  amount('total_credits_purchased', 'Purchased'),
  amount('total_credits_spent', 'Spent'),
  timeColumn({ key: 'last_login', title: 'Last Activity', width: 180 }, ({ last_login }) => last_login),
  {
    key: 'actions',
    title: 'Actions',
    width: 150,
    render: (_, user) => (
      // Not in the tab order: keyboard users open the dialog with the name in the first column.
      <Button
        size="small"
        tabIndex={-1}
        aria-label={`Adjust Credits of ${userLabel(user)}`}
        onClick={() => adjust(user)}
      >
        Adjust Credits
      </Button>
    ),
  },
];
