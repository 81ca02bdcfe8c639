import { TRENDS_DAYS, TRENDS_RANGES } from '@flyerdeck/contracts/limits';
import type { TrendDay } from '@flyerdeck/contracts/types';
import { Flex, Segmented, Typography } from 'antd';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useExportTrendsMutation, useGetTrendsQuery } from '../../../data/admin/adminApi.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { QueryAlert } from '../layout/QueryAlert.tsx';
import { Section } from '../layout/Section.tsx';
import { ExportButton } from '../table/ExportButton.tsx';

const PARAM = 'days';
const RANGES = TRENDS_RANGES.map((days) => ({ value: days, label: `${days} days` }));

/** The range in the URL, and a function that changes it. */
function useRange() {
  const [params, setParams] = useSearchParams();
  const days = TRENDS_RANGES.find((range) => String(range) === params.get(PARAM)) ?? TRENDS_DAYS;
  const change = (chosen: number) =>
    setParams((current) => {
      const next = new URLSearchParams(current);
      if (chosen === TRENDS_DAYS) next.delete(PARAM);
      else next.set(PARAM, String(chosen));
      return next;
    });
  return { days, change };
}

interface TrendsSectionProps {
  readonly chartHeightPx: number;
  /** The charts of the days. The same array until other days are shown. */
  children(days: readonly TrendDay[]): ReactNode;
}

/** Charts by day, with the choice of the range and the CSV file of all numbers. */
export function TrendsSection({ chartHeightPx, children }: TrendsSectionProps) {
  const { days, change } = useRange();
  const query = useGetTrendsQuery({ days });
  const [askForExport] = useExportTrendsMutation();
  // While another range loads, the charts of the previous range stay. After an error they would be wrong.
  const shown = query.isError ? query.currentData : query.data;
  return (
    <Section
      title={`Last ${days} Days`}
      tools={
        <Flex wrap align="center" gap="small">
          <Segmented aria-label="Range" options={RANGES} value={days} onChange={change} />
          <ExportButton disabled={!shown} requestDownload={() => askForExport({ body: { days } }).unwrap()} />
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
