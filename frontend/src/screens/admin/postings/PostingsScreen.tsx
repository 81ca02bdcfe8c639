import FilterOutlined from '@ant-design/icons/FilterOutlined';
import { POSTING_STATUSES, POSTINGS_PAGE_SIZE, POSTINGS_PAGE_SIZES } from '@flyerdeck/contracts/postings.values';
import { statusLabel } from '@flyerdeck/contracts/statusLabel';
import { TASK_STATUS_LABELS } from '@flyerdeck/contracts/tasks.values';
import type { DetailedPosting } from '@flyerdeck/contracts/types';
import { Button, Checkbox, Flex, message, Typography } from 'antd';
import { lazy, Suspense, useMemo } from 'react';
import { useListDetailedPostingsQuery } from '../../../data/postings/postingsApi.ts';
import { useUiState } from '../../../data/uiState/useUiState.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import { AdminPage, RefreshButton } from '../layout/AdminPage.tsx';
import { AdminTable } from '../table/AdminTable.tsx';
import { ExportButton, FilterSelect, SearchBox } from '../table/filters.tsx';
import { SelectionBar, useRowSelection } from '../table/selection.tsx';
import { useTableView } from '../table/tableView.ts';
import { FailureFilter, PostingFilters, StuckFilter } from './PostingFilters.tsx';
import { POSTING_COLUMNS } from './postingColumns.tsx';
import { exportBodyOf, listQueryOf, POSTINGS_VIEW, pageSizeOf, retryFilterOf } from './postingsView.ts';

const PostingDetail = lazy(() => import('./PostingDetail.tsx'));
const RetryDialog = lazy(() => import('./RetryDialog.tsx'));

const STATUSES = POSTING_STATUSES.map((value) => ({ value, label: statusLabel(TASK_STATUS_LABELS, value) }));
const NONE: readonly DetailedPosting[] = [];

export default function PostingsScreen() {
  const state = useTableView(POSTINGS_VIEW);
  const { view, change } = state;
  const query = useListDetailedPostingsQuery(listQueryOf(view));
  const { status, scope, archived, owner, guid, assistant, from, to } = view.filters;
  const filterCount = [owner, guid, assistant, from, to].filter(Boolean).length;
  const [areFiltersShown, showFilters] = useUiState('postings.filters', filterCount > 0);
  const [retried, setRetried] = useUiState<{ readonly chosen: readonly string[] | null } | null>(
    'postings.retry',
    null,
  );

  const { data } = query;
  const pageSize = pageSizeOf(view);
  const loaded = data?.postings ?? NONE;
  const rows = useMemo(
    () => loaded.filter((posting) => status === null || posting.status === status),
    [loaded, status],
  );
  const { stuck } = view.filters;
  const isPageFiltered = status !== null && scope === null;
  // With other filters a retry would not take what is shown.
  const canRetryAll = !archived && !stuck && (status === null || status === 'failed');
  const filter = retryFilterOf(view);
  const selection = useRowSelection<DetailedPosting>({ ...filter, status, scope, archived, stuck });
  const [messages, holder] = message.useMessage();
  const wholeSet = isPageFiltered && (
    <Button type="link" size="small" onClick={() => change({ filters: { scope: 'all' } })}>
      {`Show all ${statusLabel(TASK_STATUS_LABELS, status).toLowerCase()} postings`}
    </Button>
  );

  return (
    <AdminPage title="Detailed Page Postings" actions={<RefreshButton query={query} />}>
      <Typography.Title level={2} aria-live="polite" style={{ margin: 0 }}>
        All Postings ({data ? formatNumber(data.total) : '…'})
      </Typography.Title>
      <AdminTable
        label="Postings"
        state={state}
        query={query}
        empty={
          <>
            No postings found matching your criteria
            {isPageFiltered && loaded.length > 0 && (
              <Flex component="span" vertical align="center" gap={4}>
                <Typography.Text type="secondary">None on this page.</Typography.Text>
                {wholeSet}
              </Flex>
            )}
          </>
        }
        columns={POSTING_COLUMNS}
        rows={rows}
        keyOf={({ id }) => id}
        details={{
          nameOf: ({ task_description, page_name }) => task_description || page_name,
          render: (posting) => <PostingDetail posting={posting} onRetry={() => setRetried({ chosen: [posting.id] })} />,
        }}
        selection={selection}
        pagination={{
          pageSize,
          total: (data?.total_pages ?? 1) * pageSize,
          showSizeChanger: true,
          pageSizeOptions: POSTINGS_PAGE_SIZES,
          onShowSizeChange: (_, size) =>
            change({ filters: { size: size === POSTINGS_PAGE_SIZE ? null : String(size) } }),
        }}
      >
        <SearchBox label="Search postings" placeholder="Search postings..." search={view.search} onSearch={change} />
        <FilterSelect
          label="Status"
          unset="All"
          options={STATUSES}
          state={state}
          filter="status"
          // The status filters the loaded page only, so the page number stays.
          onChange={(value) => change({ filters: { status: value, scope: null }, ...(!scope && { page: view.page }) })}
        />
        <StuckFilter state={state} />
        <Button
          icon={<FilterOutlined aria-hidden />}
          aria-expanded={areFiltersShown}
          onClick={() => showFilters(!areFiltersShown)}
        >
          {filterCount > 0 ? `Filters (${filterCount})` : 'Filters'}
        </Button>
        <Checkbox
          checked={archived === 'yes'}
          onChange={({ target }) => change({ filters: { archived: target.checked ? 'yes' : null } })}
        >
          Archived
        </Checkbox>
        <FailureFilter filters={view.filters} onRemove={(filters) => change({ filters })} />
        {canRetryAll && <Button onClick={() => setRetried({ chosen: null })}>Retry failed…</Button>}
        {isPageFiltered && data && (
          <Typography.Text type="secondary">
            {`${rows.length} of the ${loaded.length} on this page`}
            {rows.length > 0 && wholeSet}
          </Typography.Text>
        )}
        <ExportButton disabled={data?.total === 0} body={exportBodyOf(view)} />
        <SelectionBar selection={selection}>
          <Button onClick={() => setRetried({ chosen: selection.chosen })}>Retry…</Button>
        </SelectionBar>
        {areFiltersShown && <PostingFilters view={view} onChange={change} />}
      </AdminTable>
      {retried && (
        <Suspense>
          <RetryDialog
            {...retried}
            filter={filter}
            onDone={(text) => {
              messages.success(text);
              setRetried(null);
              selection.clear();
            }}
            onClose={() => setRetried(null)}
          />
        </Suspense>
      )}
      {holder}
    </AdminPage>
  );
}
