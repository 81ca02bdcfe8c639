import { PAGE_DAY_CREDITS, PAGE_DAY_HOURS, TRANSACTIONS_FETCHED } from '@flyerdeck/contracts/credits.values';
import type { CreditBalance, CreditPackage } from '@flyerdeck/contracts/types';
import { Button } from 'antd';
import { useAppSelector } from '../../app/hooks.ts';
import { failureSentence } from '../../data/apiError.ts';
import { useGetBalanceQuery, useListPackagesQuery, useListTransactionsQuery } from '../../data/credits/creditsApi.ts';
import {
  selectBalance,
  selectPackages,
  selectSupportTelegram,
  selectTransactions,
} from '../../data/credits/creditsSlice.ts';
import { useUiState } from '../../data/uiState/useUiState.ts';
import { balanceLevel } from '../../lib/accounts.ts';
import { formatNumber, formatUsd } from '../../lib/numbers.ts';
import { openOutside } from '../../telegram/openOutside.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorAlert, Skeleton } from '../../ui/notices.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { Terms } from '../../ui/Terms.tsx';
import styles from './credits.module.css';
import { Outlook, Spending } from './Outlook.tsx';
import { StarsPayment } from './StarsPayment.tsx';
import { TransactionList } from './TransactionList.tsx';

export default function CreditsTab() {
  const queries = [
    useGetBalanceQuery(),
    useListTransactionsQuery({ limit: TRANSACTIONS_FETCHED }),
    useListPackagesQuery(),
  ] as const;
  const balance = useAppSelector(selectBalance);
  const transactions = useAppSelector(selectTransactions);
  const packages = useAppSelector(selectPackages);
  const supportTelegram = useAppSelector(selectSupportTelegram);
  const [chosen, setChosen] = useUiState<CreditPackage | null>('buyCredits', null);

  const failure = queries
    .map(({ error }) => failureSentence(error, error?.message ?? 'Unknown error'))
    .find((sentence) => sentence !== null);
  const retry = () => {
    for (const query of queries) if (query.error) void query.refetch();
  };
  const isFirstLoad = queries.some((query) => query.isLoading);

  return (
    <div className="u-grid u-gap24">
      {failure && <ErrorAlert message={`Error loading credit data: ${failure}`} onRetry={retry} />}
      {isFirstLoad && <Skeleton label="Loading credits" rows={2} rowHeightPx={140} />}
      {!isFirstLoad && (
        <>
          {balance && <BalanceCard balance={balance} />}
          <div className={`u-grid u-gap24 ${styles.sums}`}>
            <Outlook />
            <Spending />
          </div>
          {packages.length > 0 && (
            <section aria-labelledby="buy-credits">
              <h2 id="buy-credits" className="u-below12 u-size16 u-strong">
                Buy Credits
              </h2>
              <PackageList packages={packages} onBuy={setChosen} />
            </section>
          )}
          {queries[1].isSuccess && (
            <section aria-labelledby="transaction-history">
              <h2 id="transaction-history" className="u-below12 u-size16 u-strong">
                Transaction History
              </h2>
              <TransactionList transactions={transactions} />
            </section>
          )}
        </>
      )}
      <PurchaseDialog chosen={chosen} supportTelegram={supportTelegram} onClose={() => setChosen(null)} />
    </div>
  );
}

function BalanceCard({ balance }: { readonly balance: CreditBalance }) {
  const { label, tone } = balanceLevel(balance.credits_balance);
  const totals = [
    ['Purchased', formatNumber(balance.total_credits_purchased)],
    ['Spent', formatNumber(balance.total_credits_spent)],
  ] as const;
  return (
    <section className={`u-card u-wrap u-spread u-padded ${styles.card}`} aria-label="Credit balance">
      <div>
        <h2 className="u-muted u-fine u-medium u-flush">Credit Balance</h2>
        <p
          className="u-tabular u-bold"
          style={{
            display: 'inline-block',
            margin: '0 12px 0 0',
            fontSize: 32,
            letterSpacing: '-0.02em',
            lineHeight: 1.3,
          }}
        >
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

interface PackageListProps {
  readonly packages: readonly CreditPackage[];
  onBuy(chosen: CreditPackage): void;
}

/** The third package is the popular one; with fewer than three packages there is none (spec section 9). */
const POPULAR_INDEX = 2;

function PackageList({ packages, onBuy }: PackageListProps) {
  return (
    <ul className={`u-list u-grid u-gap16 ${styles.packageList}`}>
      {packages.map((one, index) => (
        <li
          key={one.id}
          className={`u-card u-column u-gap4 u-padded ${styles.package}`}
          data-popular={index === POPULAR_INDEX}
        >
          <div className="u-row u-spread" style={{ gap: '4px 8px', minHeight: 24 }}>
            <h3 className="u-title">{one.name}</h3>
            {index === POPULAR_INDEX && <StatusChip tone="accent">Most Popular</StatusChip>}
          </div>
          <p className="u-tabular u-flush u-bold" style={{ fontSize: 22 }}>
            {formatUsd(one.price_usd)}
          </p>
          <p className="u-muted u-tabular u-fill u-below12">
            {formatNumber(one.total_credits)} credits
            {one.bonus_credits > 0 && `, ${formatNumber(one.bonus_credits)} of them a bonus`}
          </p>
          <Button
            block
            type={index === POPULAR_INDEX ? 'primary' : 'default'}
            aria-label={`Buy ${one.name}`}
            onClick={() => onBuy(one)}
          >
            Buy
          </Button>
        </li>
      ))}
    </ul>
  );
}

interface PurchaseDialogProps {
  readonly chosen: CreditPackage | null;
  readonly supportTelegram: string | null;
  onClose(): void;
}

/** Without a price in Stars it sends no request: the user arranges the payment with support (spec section 7, 'Credits'). */
function PurchaseDialog({ chosen, supportTelegram, onClose }: PurchaseDialogProps) {
  const contact = supportTelegram?.replace(/^@/, '');
  return (
    <Dialog
      open={chosen !== null}
      title={chosen ? `${chosen.name} – ${formatUsd(chosen.price_usd)}` : undefined}
      width={440}
      footer={<Button onClick={onClose}>Close</Button>}
      onClose={onClose}
      destroyOnHidden
    >
      {chosen?.stars !== undefined && <StarsPayment packageId={chosen.id} stars={chosen.stars} />}
      {chosen && (
        <div
          role="note"
          className="u-notice u-tone u-break"
          data-tone={chosen.stars === undefined ? 'warning' : 'info'}
        >
          <p className="u-flush">Payment is currently unavailable in the app.</p>
          <p className="u-flush">
            To buy the {chosen.name} package ({formatNumber(chosen.total_credits)} credits for{' '}
            {formatUsd(chosen.price_usd)}), please contact{' '}
            {contact ? (
              <a href={`https://t.me/${contact}`} target="_blank" rel="noreferrer" onClick={openOutside}>
                @{contact}
              </a>
            ) : (
              'support'
            )}{' '}
            on Telegram.
          </p>
        </div>
      )}
    </Dialog>
  );
}
