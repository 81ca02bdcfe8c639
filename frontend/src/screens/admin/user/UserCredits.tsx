import { Col, Row, Statistic } from 'antd';
import type { useGetCreditUserQuery } from '../../../data/credits/creditsApi.ts';
import { formatDateTime } from '../../../lib/formatDate.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { QueryAlert } from '../layout/QueryAlert.tsx';
import { TitledCard } from '../layout/Section.tsx';

/** Balance, totals and last sign-in of a user. */
export function UserCredits({ query }: { readonly query: ReturnType<typeof useGetCreditUserQuery> }) {
  const credits = query.currentData;
  const facts: readonly (readonly [label: string, value: string | number])[] | undefined = credits && [
    ['Balance', credits.credits_balance],
    ['Purchased', credits.total_credits_purchased],
    ['Spent', credits.total_credits_spent],
    ['Last Sign-in', credits.last_login ? formatDateTime(credits.last_login) : 'Never'],
  ];
  return (
    <TitledCard title="Credits">
      <QueryAlert query={query} />
      {!credits && query.isFetching && <Skeleton label="Loading credits" rows={1} rowHeightPx={56} />}
      {facts && (
        <Row gutter={[16, 16]}>
          {facts.map(([label, value]) => (
            <Col key={label} xs={12} sm={6}>
              <Statistic
                title={label}
                value={value}
                styles={{ content: { fontWeight: 600, ...(typeof value === 'string' && { fontSize: 14 }) } }}
              />
            </Col>
          ))}
        </Row>
      )}
    </TitledCard>
  );
}
