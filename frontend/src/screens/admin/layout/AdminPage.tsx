import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import { Button, Flex, Menu, Typography } from 'antd';
import { type ReactNode, useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import { ReportButton } from '../../../app/report/ReportButton.tsx';
import { isSignedOutError, serverOrErrorMessage } from '../../../data/apiError.ts';
import { formatTimeOfDay } from '../../../lib/formatDate.ts';
import { ErrorAlert } from '../../../ui/notices.tsx';
import { ScreenFrame } from '../../../ui/ScreenFrame.tsx';

const SCREENS = [
  ['/admin', 'Overview'],
  ['/admin/users', 'Users'],
  ['/admin/postings', 'Postings'],
  ['/admin/performance', 'Performance'],
  ['/admin/credits', 'Credits'],
  ['/admin/audit', 'Audit Log'],
  ['/admin/reports', 'Reports'],
  ['/admin/site-packs', 'Site Packs'],
  ['/admin/backups', 'Backups'],
] as const;

const ITEMS = SCREENS.map(([to, label]) => ({
  key: to,
  label: (
    <NavLink to={to} end={to === '/admin'}>
      {label}
    </NavLink>
  ),
}));

interface AdminPageProps {
  readonly title: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function AdminPage({ title, actions, children }: AdminPageProps) {
  const { pathname } = useLocation();
  const current = SCREENS.findLast(([to]) => pathname.startsWith(to))?.[0] ?? '/admin';
  const nav = useRef<HTMLElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the current link changes with the screen.
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [current]);

  return (
    <ScreenFrame
      title={title}
      actions={actions}
      maxWidthPx={1680}
      header={
        <>
          <nav ref={nav} aria-label="Admin" style={{ flex: 1, overflowX: 'auto', scrollbarWidth: 'none' }}>
            {/* Without disabledOverflow, antd hides links from screen readers but leaves them in the tab order. */}
            <Menu
              disabledOverflow
              mode="horizontal"
              selectedKeys={[current]}
              items={ITEMS}
              style={{ minWidth: 'max-content', borderBottom: 0 }}
            />
          </nav>
          <ReportButton />
        </>
      }
    >
      {children}
    </ScreenFrame>
  );
}

interface RefreshableQuery {
  readonly isFetching: boolean;
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

export function RefreshButton({ query }: { readonly query: RefreshableQuery }) {
  const { fulfilledTimeStamp } = query;
  return (
    <Flex align="center" gap="small">
      <Typography.Text
        type="secondary"
        aria-live="polite"
        // As wide as the text, so that nothing moves when it appears.
        style={{ minWidth: '10em', fontSize: 12, fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}
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

interface QueryAlertProps {
  readonly query: { readonly error?: unknown; refetch(): unknown };
  /** The sentence of the spec. By default the server's sentence is shown. */
  readonly message?: string | undefined;
}

/** Whether a query failed. A signed-out user is redirected to the sign-in, so that error is not shown. */
export const hasErrorToShow = ({ error }: { readonly error?: unknown }) =>
  error !== undefined && !isSignedOutError(error);

export function QueryAlert({ query, message }: QueryAlertProps) {
  if (!hasErrorToShow(query)) return null;
  return <ErrorAlert message={message ?? serverOrErrorMessage(query.error)} onRetry={() => query.refetch()} />;
}
