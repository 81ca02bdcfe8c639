import { TRENDS_DAYS, TRENDS_RANGES } from '@flyerdeck/contracts/admin.values';
import type { TrendDay } from '@flyerdeck/contracts/types';
import { Flex, Segmented, Typography } from 'antd';
import type { ReactNode } from 'react';
import { useUrlParams, withParam } from '../../../app/hooks.ts';
import { useGetTrendsQuery } from '../../../data/admin/adminApi.ts';
import { JUST_READ_SECONDS } from '../../../data/api.ts';
import { Skeleton } from '../../../ui/notices.tsx';
import { QueryAlert } from '../layout/AdminPage.tsx';
import { Section } from '../layout/Section.tsx';
import { ExportButton } from '../table/filters.tsx';

const RANGES = TRENDS_RANGES.map((days) => ({ value: days, label: `${days} days` }));

export function useTrendsRange() {
  const [params, changeParams] = useUrlParams();
  const days = TRENDS_RANGES.find((range) => String(range) === params.get('days')) ?? TRENDS_DAYS;
  const change = (chosen: number) => changeParams(withParam('days', chosen === TRENDS_DAYS ? null : String(chosen)));
  return { days, change };
}

interface TrendsSectionProps {
  readonly chartHeightPx: number;
  children(days: readonly TrendDay[]): ReactNode;
}

export function TrendsSection({ chartHeightPx, children }: TrendsSectionProps) {
  const { days, change } = useTrendsRange();
  // The screen has just requested them.
  const query = useGetTrendsQuery({ days }, { refetchOnMountOrArgChange: JUST_READ_SECONDS });
  // While another range loads, the charts of the previous range stay. After an error they would be wrong.
  const shown = query.isError ? query.currentData : query.data;
  return (
    <Section
      title={`Last ${days} Days`}
      tools={
        <Flex wrap align="center" gap="small">
          <Segmented aria-label="Range" options={RANGES} value={days} onChange={change} />
          <ExportButton disabled={!shown} body={{ list: 'trends', days }} />
        </Flex>
      }
    >
      {query.isLoading && <Skeleton label="Loading the last days" rows={1} rowHeightPx={chartHeightPx + 88} />}
      <QueryAlert query={query} />
      {shown && (
        <div aria-busy={query.isFetching} style={{ opacity: query.currentData ? 1 : 0.5 }}>
          {children(shown.days)}
          <Typography.Text type="secondary" style={{ display: 'block', marginTop: 8, fontSize: 12 }}>
            Days are counted in UTC.
          </Typography.Text>
        </div>
      )}
    </Section>
  );
}
