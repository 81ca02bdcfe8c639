import RightOutlined from '@ant-design/icons/RightOutlined';
import { POSTINGS_PAGE_SIZE } from '@flyerdeck/contracts/limits';
import { POSTING_STATUSES, statusLabel, TASK_STATUS_LABELS } from '@flyerdeck/contracts/statuses';
import type { DetailedPosting } from '@flyerdeck/contracts/types';
import { Button, Checkbox, Typography } from 'antd';
import { useMemo } from 'react';
import { useExportDetailedPostingsMutation, useListDetailedPostingsQuery } from '../../../data/postings/postingsApi.ts';
import { useUiState } from '../../../data/uiState/useUiState.ts';
import { formatNumber } from '../../../lib/formatNumber.ts';
import { AdminPage } from '../layout/AdminPage.tsx';
import { RefreshButton } from '../layout/RefreshButton.tsx';
import { AdminTable } from '../table/AdminTable.tsx';
import { FilterSelect } from '../table/FilterSelect.tsx';
import { useRowControl } from '../table/RowKeys.tsx';
import { SearchBox } from '../table/SearchBox.tsx';
import { useTableView } from '../table/tableView.ts';
import { PostingDetail } from './PostingDetail.tsx';
import { POSTING_COLUMNS } from './postingColumns.tsx';
import { exportBodyOf, POSTINGS_VIEW, selectionOf } from './postingsView.ts';

const STATUSES = POSTING_STATUSES.map((value) => ({ value, label: statusLabel(TASK_STATUS_LABELS, value) }));
const NONE: readonly DetailedPosting[] = [];

interface ToggleProps {
  readonly posting: DetailedPosting;
  readonly isOpen: boolean;
  onToggle(): void;
}

/** The button that opens a posting's details by keyboard. A click anywhere on the row does the same. */
function Toggle({ posting: { id, task_description, page_name }, isOpen, onToggle }: ToggleProps) {
  return (
    <Button
      {...useRowControl<HTMLButtonElement>(id)}
      type="text"
      size="small"
      icon={<RightOutlined rotate={isOpen ? 90 : 0} />}
      aria-expanded={isOpen}
      aria-label={`details of ${task_description || page_name}`}
      onClick={onToggle}
    />
  );
}

/** Postings of all users with their times (spec section 2, 'Admin detailed postings'). */
export default function PostingsScreen() {
  const { view, change } = useTableView(POSTINGS_VIEW);
  const query = useListDetailedPostingsQuery({ page: view.page, limit: POSTINGS_PAGE_SIZE, ...selectionOf(view) });
  const [askForExport] = useExportDetailedPostingsMutation();
  const [openIds, setOpenIds] = useUiState<readonly string[]>('postings.open', []);
  const toggle = ({ id }: DetailedPosting) =>
    setOpenIds((ids) => (ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]));

  const { data } = query;
  const loaded = data?.postings ?? NONE;
  const { status, archived } = view.filters;
  const rows = useMemo(
    () => loaded.filter((posting) => status === null || posting.status === status),
    [loaded, status],
  );

  return (
    <AdminPage title="Detailed Page Postings" actions={<RefreshButton query={query} />}>
      <Typography.Title level={2} aria-live="polite" style={{ margin: 0 }}>
        All Postings ({data ? formatNumber(data.total) : '…'})
      </Typography.Title>
      <AdminTable
        label="Postings"
        name={POSTINGS_VIEW.table}
        view={view}
        onChange={change}
        query={query}
        emptyText="No postings found matching your criteria"
        columns={POSTING_COLUMNS}
        rows={rows}
        keyOf={({ id }) => id}
        onOpen={toggle}
        expandable={{
          expandedRowKeys: openIds,
          expandedRowRender: (posting) => <PostingDetail posting={posting} />,
          fixed: 'start',
          columnWidth: 44,
          columnTitle: <span className="u-hidden">Details</span>,
          expandIcon: ({ record, expanded }) => (
            <Toggle posting={record} isOpen={expanded} onToggle={() => toggle(record)} />
          ),
        }}
        tools={
          <>
            <SearchBox
              label="Search postings"
              placeholder="Search postings..."
              search={view.search}
              onSearch={change}
            />
            <FilterSelect
              label="Status"
              unset="All"
              options={STATUSES}
              value={status}
              // The status filters the loaded page only, so the page number stays.
              onChange={(value) => change({ filters: { status: value }, page: view.page })}
            />
            <Checkbox
              checked={archived === 'yes'}
              onChange={({ target }) => change({ filters: { archived: target.checked ? 'yes' : null } })}
            >
              Archived
            </Checkbox>
            {status !== null && data && (
              <Typography.Text type="secondary">{`${rows.length} of the ${loaded.length} on this page`}</Typography.Text>
            )}
          </>
        }
        canExport={data?.total !== 0}
        askForExport={() => askForExport({ body: exportBodyOf(view) }).unwrap()}
        pagination={{ pageSize: POSTINGS_PAGE_SIZE, totalPages: data?.total_pages ?? 1 }}
      />
    </AdminPage>
  );
}
