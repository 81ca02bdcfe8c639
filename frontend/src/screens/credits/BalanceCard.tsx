import type { CreditBalance } from '@flyerdeck/contracts/types';
import { PAGE_DAY_CREDITS, PAGE_DAY_HOURS } from '@flyerdeck/contracts/values/credits';
import { balanceLevel } from '../../lib/accounts.ts';
import { formatNumber } from '../../lib/numbers.ts';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { Terms } from '../../ui/Terms.tsx';
import styles from './credits.module.css';

export function BalanceCard({ balance }: { readonly balance: CreditBalance }) {
  const { label, tone } = balanceLevel(balance.credits_balance);
  const totals = [
    ['Purchased', formatNumber(balance.total_credits_purchased)],
    ['Spent', formatNumber(balance.total_credits_spent)],
  ] as const;
  return (
    <section className={`u-card u-wrap u-spread u-padded ${styles.card}`} aria-label="Credit balance">
      <div>
        <h2 className="u-muted u-fine u-medium u-flush">Credit Balance</h2>
        <p className={`u-tabular u-bold ${styles.amount}`}>
          {formatNumber(balance.credits_balance)} <span className={`u-muted u-size14 ${styles.unit}`}>credits</span>
        </p>
        <StatusChip tone={tone}>{label}</StatusChip>
        <p className="u-muted u-above8">
          {PAGE_DAY_CREDITS} credits = {PAGE_DAY_HOURS} hours of unlimited posting to one page.
        </p>
      </div>
      <Terms
        terms={totals}
        className={styles.totals ?? ''}
        nameClass="u-fine"
        valueClass="u-strong u-tabular u-size18"
      />
    </section>
  );
}
