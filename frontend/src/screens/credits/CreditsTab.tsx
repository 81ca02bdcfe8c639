import type { CreditPackage } from '@flyerdeck/contracts/types';
import { TRANSACTIONS_FETCHED } from '@flyerdeck/contracts/values/credits';
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
import { ErrorAlert, Skeleton } from '../../ui/notices.tsx';
import { BalanceCard } from './BalanceCard.tsx';
import styles from './credits.module.css';
import { Outlook } from './Outlook.tsx';
import { PackageList } from './PackageList.tsx';
import { PurchaseDialog } from './PurchaseDialog.tsx';
import { Spending } from './Spending.tsx';
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
