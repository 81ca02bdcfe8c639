import { PAGE_DAY_CREDITS, PAGE_DAY_HOURS } from '@flyerdeck/contracts/limits';
import type { CreditBalance } from '@flyerdeck/contracts/types';
import { balanceLevel } from '../../lib/balanceLevel.ts';
import { StatusChip } from '../../ui/StatusChip.tsx';
import styles from './BalanceCard.module.css';

export function BalanceCard({ balance }: { readonly balance: CreditBalance }) {
  const { label, tone } = balanceLevel(balance.credits_balance);
  return (
    <section className={`u-card u-wrap u-spread u-padded ${styles.card}`} aria-label="Credit balance">
      <div>
        <h2 className="u-muted u-fine u-medium u-flush">Credit Balance</h2>
        <p className={styles.amount}>
          {balance.credits_balance.toLocaleString('en-US')} <span className={styles.unit}>credits</span>
        </p>
        <StatusChip tone={tone}>{label}</StatusChip>
        <p className={styles.note}>
          {PAGE_DAY_CREDITS} credits = {PAGE_DAY_HOURS} hours of unlimited posting to one page.
        </p>
      </div>
      <dl className={`u-terms u-flush ${styles.totals}`}>
        <div>
          <dt className="u-fine">Purchased</dt>
          <dd className={`u-strong u-tabular ${styles.total}`}>
            {balance.total_credits_purchased.toLocaleString('en-US')}
          </dd>
        </div>
        <div>
          <dt className="u-fine">Spent</dt>
          <dd className={`u-strong u-tabular ${styles.total}`}>
            {balance.total_credits_spent.toLocaleString('en-US')}
          </dd>
        </div>
      </dl>
    </section>
  );
}
