import type { useGetCreditUserQuery } from '../../../data/credits/adminCreditsApi.ts';
import { formatDateTime } from '../../../lib/formatDate.ts';
import { QueryAlert } from '../layout/AdminPage.tsx';
import { Stats } from '../layout/Facts.tsx';
import { TitledCard } from '../layout/Section.tsx';

/** Balance, totals and last sign-in of a user. */
export function UserCredits({ query }: { readonly query: ReturnType<typeof useGetCreditUserQuery> }) {
  const credits = query.currentData;
  return (
    <TitledCard title="Credits">
      <QueryAlert query={query} />
      {credits && (
        <Stats
          values={{
            Balance: credits.credits_balance,
            Purchased: credits.total_credits_purchased,
            Spent: credits.total_credits_spent,
            'Last Sign-in': credits.last_login ? formatDateTime(credits.last_login) : 'Never',
          }}
        />
      )}
    </TitledCard>
  );
}
