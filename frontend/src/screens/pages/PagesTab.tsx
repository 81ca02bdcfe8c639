import PlusOutlined from '@ant-design/icons/PlusOutlined';
import { Button } from 'antd';
import { useDeferredValue, useMemo, useRef } from 'react';
import { JUST_READ_SECONDS } from '../../data/api.ts';
import { failureSentence } from '../../data/apiError.ts';
import { useListUserPagesQuery } from '../../data/pages/pagesApi.ts';
import { counted, formatNumber } from '../../lib/numbers.ts';
import { lazyPart } from '../../ui/lazyPart.tsx';
import { EmptyState, ErrorAlert, Skeleton } from '../../ui/notices.tsx';
import { useLimitsDialog, usePageDialog } from './details/usePageDialog.tsx';
import { PagesToolbar } from './filters/PagesToolbar.tsx';
import { countFilters, usePagesList } from './filters/usePagesList.ts';
import { PagesGrid } from './list/PagesGrid.tsx';
import { PagesTable } from './list/PagesTable.tsx';
import styles from './pages.module.css';
import { SelectAll } from './selection/SelectAll.tsx';
import { useBulkEdits, usePageSelection } from './selection/usePageSelection.ts';

const SelectionBar = lazyPart(() => import('./selection/SelectionBar.tsx'));

/** The state and payment of a page change on the server without user input. */
const PAGES_POLL_MS = 30_000;

export default function PagesTab({ search, onLinkPage }: { readonly search: string; onLinkPage(): void }) {
  const { isLoading, error, refetch } = useListUserPagesQuery(undefined, {
    refetchOnMountOrArgChange: JUST_READ_SECONDS,
    pollingInterval: PAGES_POLL_MS,
    skipPollingIfUnfocused: true,
  });
  const { pages, shown, shownGuids, groups, view, layout, isTableOffered, changeView } = usePagesList(search);
  const selection = usePageSelection(shownGuids);
  const selectedPages = useMemo(() => shown.filter(({ guid }) => selection.guids.has(guid)), [shown, selection.guids]);
  const bulk = useBulkEdits();
  const limits = useLimitsDialog(pages);
  const details = usePageDialog({ pages, selection, onOpenLimits: limits.openFor });
  const selectAll = useRef<HTMLInputElement>(null);

  const isSearching = search.trim() !== '';
  const isFiltered = isSearching || countFilters(view) > 0;
  const failure = failureSentence(error, 'Failed to fetch pages');
  // The list is rendered after everything else has been painted, in pieces that input interrupts.
  const isListRendered = useDeferredValue(true, false);
  const isListPending = !isListRendered || (isLoading && pages.length === 0);

  // Clearing removes the selection bar, which may contain the focused element.
  const clearSelection = () => {
    selection.clear();
    selectAll.current?.focus();
  };

  return (
    <>
      <div className={`u-row u-gap8 u-below8 ${styles.bar}`}>
        {shown.length > 0 && (
          <SelectAll
            inputRef={selectAll}
            count={shown.length}
            selectedCount={selection.guids.size}
            onSelectAll={selection.selectAll}
            onClear={selection.clear}
          />
        )}
        {pages.length > 0 && <PagesToolbar view={view} layout={layout} groups={groups} onChange={changeView} />}
        <p className={`u-muted u-tabular u-flush ${styles.pageCount}`} role="status">
          {pages.length > 0 && (isFiltered ? `${formatNumber(shown.length)} of ` : '') + counted(pages.length, 'page')}
        </p>
        <Button
          className={styles.link ?? ''}
          type={pages.length === 0 ? 'primary' : 'default'}
          icon={<PlusOutlined aria-hidden />}
          onClick={onLinkPage}
        >
          Link OnlyFans Page
        </Button>
      </div>
      {isTableOffered && (
        <p className="u-row u-small u-muted u-below8">
          A table shows more.
          <Button type="link" size="small" onClick={() => changeView({ layout: 'table' })}>
            Show table
          </Button>
          <Button type="link" size="small" onClick={() => changeView({ layout: 'grid' })}>
            Keep cards
          </Button>
        </p>
      )}
      {failure && <ErrorAlert message={failure} onRetry={refetch} />}
      {bulk.failures.map((sentence) => (
        <ErrorAlert key={sentence} message={sentence} />
      ))}
      {isListPending && <Skeleton label="Loading pages" rowHeightPx={182} />}
      {!isListPending && shown.length > 0 && (
        <>
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
          {layout === 'table' ? (
            <PagesTable pages={shown} selection={selection} onOpenDetails={details.openFor} />
          ) : (
            <PagesGrid pages={shown} selection={selection} onOpenLimits={limits.openFor} />
          )}
          {selectedPages.length > 0 && <div className={styles.selectionBarSpace} />}
        </>
      )}
      {details.dialog}
      {limits.dialog}
      {shown.length === 0 && !isListPending && !failure && (
        <EmptyState>{emptyText(isSearching, isFiltered)}</EmptyState>
      )}
    </>
  );
}

const emptyText = (isSearching: boolean, isFiltered: boolean): string => {
  if (isSearching) return 'No pages found matching your search.';
  if (isFiltered) return 'No pages match these filters.';
  return 'No pages linked yet. Use the button above to link your first page.';
};
