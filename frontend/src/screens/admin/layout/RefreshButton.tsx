import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import { Button, Flex, Typography } from 'antd';
import { formatTimeOfDay } from '../../../lib/formatDate.ts';

/** A query as its hook returns it. */
export interface RefreshableQuery {
  readonly isFetching: boolean;
  /** The time of the latest successful answer, in milliseconds; undefined before the first one. */
  readonly fulfilledTimeStamp?: number | undefined;
  refetch(): unknown;
}

/** The queries of a screen as one. The time is that of the oldest answer, so that no part of the screen is older. */
export function combineQueries(...queries: readonly RefreshableQuery[]): RefreshableQuery {
  const times = queries.map(({ fulfilledTimeStamp }) => fulfilledTimeStamp).filter((time) => time !== undefined);
  return {
    isFetching: queries.some(({ isFetching }) => isFetching),
    fulfilledTimeStamp: times.length > 0 ? Math.min(...times) : undefined,
    refetch: () => queries.map((query) => query.refetch()),
  };
}

/** The Refresh button of an admin screen, with the time of the data: 'Updated at 14:03:22'. */
export function RefreshButton({ query }: { readonly query: RefreshableQuery }) {
  const { fulfilledTimeStamp } = query;
  return (
    <Flex align="center" gap="small">
      <Typography.Text
        type="secondary"
        aria-live="polite"
        // As wide as the text, so that nothing moves when it appears.
        style={{ minWidth: '9.25em', fontSize: 12, fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}
      >
        {fulfilledTimeStamp === undefined ? (
          query.isFetching && 'Loading…'
        ) : (
          <>
            Updated at{' '}
            <time dateTime={new Date(fulfilledTimeStamp).toISOString()}>{formatTimeOfDay(fulfilledTimeStamp)}</time>
          </>
        )}
      </Typography.Text>
      <Button icon={<ReloadOutlined aria-hidden />} loading={query.isFetching} onClick={() => query.refetch()}>
        Refresh
      </Button>
    </Flex>
  );
}
