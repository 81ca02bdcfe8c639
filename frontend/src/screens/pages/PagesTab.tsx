import PlusOutlined from '@ant-design/icons/PlusOutlined';
import { Button } from 'antd';
import { useMemo, useRef } from 'react';
import { failureSentence } from '../../data/apiError.ts';
import { JUST_READ_SECONDS } from '../../data/justRead.ts';
import { useListUserPagesQuery } from '../../data/pages/pagesApi.ts';
import { counted } from '../../lib/counted.ts';
import { formatNumber } from '../../lib/formatNumber.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { LayoutSwitch } from './filters/LayoutSwitch.tsx';
import { PagesToolbar } from './filters/PagesToolbar.tsx';
import { hasFilters } from './filters/pagesView.ts';
import { usePagesList } from './filters/usePagesList.ts';
import { useLimitsDialog } from './limits/useLimitsDialog.tsx';
import { PagesGrid } from './list/PagesGrid.tsx';
import { PagesTable } from './list/PagesTable.tsx';
import styles from './pages.module.css';
import { SelectAll } from './selection/SelectAll.tsx';
import { SelectionBar } from './selection/SelectionBar.tsx';
import { useBulkEdits } from './selection/useBulkEdits.ts';
import { usePageSelection } from './selection/usePageSelection.ts';

interface PagesTabProps {
  readonly search: string;
  onLinkPage(): void;
}

/** The state and payment of a page change on the server without user input. */
const PAGES_POLL_MS = 30_000;

export default function PagesTab({ search, onLinkPage }: PagesTabProps) {
  const { isLoading, error, refetch } = useListUserPagesQuery(undefined, {
    refetchOnMountOrArgChange: JUST_READ_SECONDS,
    pollingInterval: PAGES_POLL_MS,
    skipPollingIfUnfocused: true,
  });
  const { pages, shown, shownGuids, tags, view, changeView } = usePagesList(search);
  const selection = usePageSelection(shownGuids);
  const selectedPages = useMemo(() => shown.filter(({ guid }) => selection.guids.has(guid)), [shown, selection.guids]);
  const bulk = useBulkEdits();
  const limits = useLimitsDialog(pages);
  const selectAll = useRef<HTMLInputElement>(null);

  const isSearching = search.trim() !== '';
  const isFiltered = isSearching || hasFilters(view);
  const failure = failureSentence(error, 'Failed to fetch pages');
  const isFirstLoad = isLoading && pages.length === 0;
  const List = view.layout === 'table' ? PagesTable : PagesGrid;

  // Clearing removes the selection bar, which may contain the focused element.
  const clearSelection = () => {
    selection.clear();
    selectAll.current?.focus();
  };

  return (
    <>
      <div className={`u-row u-spread ${styles.pagesTabBar}`}>
        <p className="u-muted u-tabular u-flush" role="status">
          {pages.length > 0 && (isFiltered ? `${formatNumber(shown.length)} of ` : '') + counted(pages.length, 'page')}
        </p>
        <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={onLinkPage}>
          Link OnlyFans Page
        </Button>
      </div>
      {pages.length > 0 && <PagesToolbar view={view} tags={tags} onChange={changeView} />}
      {failure && <ErrorAlert message={failure} onRetry={refetch} />}
      {bulk.failures.map((sentence) => (
        <ErrorAlert key={sentence} message={sentence} />
      ))}
      {isFirstLoad && <Skeleton label="Loading pages" rowHeightPx={182} />}
      {shown.length > 0 && (
        <>
          <div className="u-line u-spread u-gap12 u-below12">
            <SelectAll
              inputRef={selectAll}
              count={shown.length}
              isFiltered={isFiltered}
              selectedCount={selection.guids.size}
              onSelectAll={selection.selectAll}
              onClear={selection.clear}
            />
            <LayoutSwitch chosen={view.layout} onChange={(layout) => changeView({ layout })} />
          </div>
          {selectedPages.length > 0 && (
            <SelectionBar
              pages={selectedPages}
              isUnlinking={bulk.isUnlinking}
              onChangeTags={(change) => bulk.changeTags([...selection.guids], change)}
              onOpenLimits={() => limits.openFor([...selection.guids])}
              onUnlink={async () => {
                if (await bulk.askToUnlink([...selection.guids])) clearSelection();
              }}
              onClear={clearSelection}
            />
          )}
          <List pages={shown} selection={selection} onOpenLimits={limits.openFor} />
          {selectedPages.length > 0 && <div className={styles.selectionBarSpace} />}
        </>
      )}
      {limits.dialog}
      {shown.length === 0 && !isFirstLoad && !failure && <EmptyState>{emptyText(isSearching, isFiltered)}</EmptyState>}
    </>
  );
}

const emptyText = (isSearching: boolean, isFiltered: boolean): string => {
  if (isSearching) return 'No pages found matching your search.';
  if (isFiltered) return 'No pages match these filters.';
  return 'No pages linked yet. Use the button above to link your first page.';
};
