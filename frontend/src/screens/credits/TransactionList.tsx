import type { CreditTransaction } from '@flyerdeck/contracts/types';
import { TRANSACTION_TYPE_LABELS, TRANSACTIONS_SHOWN } from '@flyerdeck/contracts/values/credits';
import { statusLabel } from '@flyerdeck/contracts/values/statusLabel';
import { Button } from 'antd';
import { useUiState } from '../../data/uiState/useUiState.ts';
import { formatDateTime } from '../../lib/formatDate.ts';
import { formatSigned } from '../../lib/formatNumber.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';
import styles from './credits.module.css';

export function TransactionList({ transactions }: { readonly transactions: readonly CreditTransaction[] }) {
  const [showsAll, setShowsAll] = useUiState('allTransactions', false);
  if (transactions.length === 0) return <EmptyState>No transactions yet</EmptyState>;
  const shown = showsAll ? transactions : transactions.slice(0, TRANSACTIONS_SHOWN);
  return (
    <>
      <ul className={`u-card u-flush ${styles.transactionList}`}>
        {shown.map((one) => (
          <li key={one.id} className={`u-top u-spread u-gap16 ${styles.transaction}`}>
            <div className="u-shrink">
              <p className={`u-row u-medium u-flush ${styles.type}`}>
                {statusLabel(TRANSACTION_TYPE_LABELS, one.transaction_type)}
                {one.page_guid && <StatusChip tone="neutral">Page Fee</StatusChip>}
              </p>
              <p className="u-muted u-fine u-flush u-break">{one.description}</p>
            </div>
            <div className={`u-tabular ${styles.numbers}`}>
              <p className={`u-strong u-flush ${one.amount < 0 ? 'u-danger' : 'u-success'}`}>
                {formatSigned(one.amount)}
              </p>
              <p className="u-muted u-small u-flush">{formatDateTime(one.created_at)}</p>
            </div>
          </li>
        ))}
      </ul>
      {transactions.length > TRANSACTIONS_SHOWN && (
        <Button className="u-above12" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? 'Show Less' : 'Show All'}
        </Button>
      )}
    </>
  );
}
