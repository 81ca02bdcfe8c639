import type { CreditUser } from '@flyerdeck/contracts/types';
import { formatDateTime } from '../../../lib/formatDate.ts';
import { formatNumber } from '../../../lib/formatTotal.ts';
import { personName } from '../people/personName.ts';
import { RowButton } from '../people/RowButton.tsx';
import type { AdminColumn } from '../table/adminColumn.ts';
import { CreditUserCell } from './CreditUserCell.tsx';
import styles from './creditColumns.module.css';

const amount = (
  key: 'credits_balance' | 'total_credits_purchased' | 'total_credits_spent',
  title: string,
): AdminColumn<CreditUser> => ({
  key,
  title,
  widthPx: 130,
  firstOrder: 'desc',
  isNumber: true,
  render: (user) => formatNumber(user[key]),
});

/** The table of spec section 2, 'Admin credits', from left to right. */
export const creditColumns = (adjust: (user: CreditUser) => void): readonly AdminColumn<CreditUser>[] => [
  {
    key: 'first_name',
    title: 'User',
    widthPx: 200,
    firstOrder: 'asc',
    render: (user, row) => <CreditUserCell user={user} row={row} onAdjust={() => adjust(user)} />,
  },
  amount('credits_balance', 'Balance'),
  amount('total_credits_purchased', 'Purchased'),
  amount('total_credits_spent', 'Spent'),
  {
    key: 'last_login',
    title: 'Last Activity',
    widthPx: 180,
    firstOrder: 'desc',
    render: ({ last_login }) =>
      last_login ? (
        <time className={styles.date} dateTime={last_login}>
          {formatDateTime(last_login)}
        </time>
      ) : (
        <span className={styles.never}>Never</span>
      ),
  },
  {
    key: 'actions',
    title: 'Actions',
    widthPx: 150,
    render: (user) => (
      <RowButton
        row={user}
        text="Adjust Credits"
        label={`Adjust Credits of ${personName(user) || user.username || user.telegram_id}`}
        onPress={adjust}
      />
    ),
  },
];
