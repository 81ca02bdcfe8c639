import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import type { DetailedPosting } from '@flyerdeck/contracts/types';
import { Button } from 'antd';
import { useMemo } from 'react';
import { isSignedOutError, serverOrThrownMessage } from '../../../data/apiError.ts';
import { useExportDetailedPostingsMutation } from '../../../data/postings/postingsApi.ts';
import { formatTotal } from '../../../lib/formatTotal.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { AdminPage } from '../layout/AdminPage.tsx';
import { AdminTable } from '../table/AdminTable.tsx';
import { ColumnChooser } from '../table/ColumnChooser.tsx';
import { ExportButton } from '../table/ExportButton.tsx';
import { useShownColumns } from '../table/useShownColumns.ts';
import { useTableView } from '../table/useTableView.ts';
import { PostingDetail } from './PostingDetail.tsx';
import { PostingsFooter } from './PostingsFooter.tsx';
import styles from './PostingsScreen.module.css';
import { PostingsToolbar } from './PostingsToolbar.tsx';
import { postingColumns } from './postingColumns.tsx';
import { POSTINGS_VIEW } from './postingsView.ts';
import { useOpenPostings } from './useOpenPostings.ts';
import { exportBodyOf, usePostings } from './usePostings.ts';

const idOf = ({ id }: DetailedPosting) => id;

/** Everybody's postings with all their times (spec section 2, 'Admin detailed postings'). */
export default function PostingsScreen() {
  const { view, change, sortBy } = useTableView(POSTINGS_VIEW);
  const { data, shown, isFetching, error, refetch } = usePostings(view);
  const [askForExport] = useExportDetailedPostingsMutation();
  const { openIds, toggle } = useOpenPostings();
  const allColumns = useMemo(() => postingColumns({ openIds, toggle }), [openIds, toggle]);
  const { columns, shown: shownKeys, show } = useShownColumns(POSTINGS_VIEW.table, allColumns);

  const isFailed = error !== undefined && !isSignedOutError(error);
  const isFirstLoad = isFetching && data === undefined;

  return (
    <AdminPage
      title="Detailed Page Postings"
      actions={
        <Button icon={<ReloadOutlined aria-hidden />} loading={isFetching} onClick={() => void refetch()}>
          Refresh
        </Button>
      }
    >
      <h2 className={styles.count} aria-live="polite">
        All Postings ({data ? formatTotal(data.total, data.total_is_estimate) : '…'})
      </h2>
      <PostingsToolbar view={view} onChange={change}>
        <ColumnChooser columns={allColumns.slice(1)} shown={shownKeys} onChange={show} />
        <ExportButton
          disabled={data?.total === 0}
          askForTicket={() => askForExport({ body: exportBodyOf(view) }).unwrap()}
        />
      </PostingsToolbar>
      {isFailed && <ErrorAlert message={serverOrThrownMessage(error)} onRetry={() => void refetch()} />}
      <AdminTable
        label="Postings"
        rows={shown}
        keyOf={idOf}
        columns={columns}
        sort={view.sort}
        order={view.order}
        onSort={(key, firstOrder) => sortBy(key as typeof view.sort, firstOrder)}
        onOpen={toggle}
        expanded={{ keys: openIds, render: (posting) => <PostingDetail posting={posting} /> }}
        isBusy={isFetching}
        placeholder={
          isFirstLoad ? (
            <Skeleton label="Loading postings" rows={12} rowHeightPx={33} />
          ) : (
            !isFailed && <EmptyState>No postings found matching your criteria</EmptyState>
          )
        }
        footer={
          <PostingsFooter view={view} answer={data} shownCount={shown.length} onPage={(page) => change({ page })} />
        }
      />
    </AdminPage>
  );
}
