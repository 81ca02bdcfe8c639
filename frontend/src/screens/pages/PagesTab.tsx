import PlusOutlined from '@ant-design/icons/PlusOutlined';
import { Button } from 'antd';
import { useMemo } from 'react';
import { useAppSelector } from '../../app/hooks.ts';
import { errorSentence, isSignedOutError } from '../../data/apiError.ts';
import { useListUserPagesQuery } from '../../data/pages/pagesApi.ts';
import { selectAllPages } from '../../data/pages/pagesSlice.ts';
import { plural } from '../../lib/plural.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { matchingPages } from './matchingPages.ts';
import { PagesGrid } from './PagesGrid.tsx';
import styles from './PagesTab.module.css';

interface PagesTabProps {
  readonly search: string;
  onLinkPage(): void;
}

/** Pages become active, inactive, paid and unpaid by themselves. */
const PAGES_POLL_MS = 30_000;

export default function PagesTab({ search, onLinkPage }: PagesTabProps) {
  const { isLoading, error, refetch } = useListUserPagesQuery(undefined, {
    pollingInterval: PAGES_POLL_MS,
    skipPollingIfUnfocused: true,
  });
  const pages = useAppSelector(selectAllPages);
  const shown = useMemo(() => matchingPages(pages, search), [pages, search]);
  const isSearching = search.trim() !== '';
  const isFailed = error !== undefined && !isSignedOutError(error);
  const isFirstLoad = isLoading && pages.length === 0;

  return (
    <>
      <div className={styles.bar}>
        <p className={styles.count} role="status">
          {pages.length > 0 && (isSearching ? `${shown.length} of ` : '') + plural(pages.length, 'page')}
        </p>
        <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={onLinkPage}>
          Link OnlyFans Page
        </Button>
      </div>
      {isFailed && (
        <ErrorAlert message={errorSentence(error, 'Failed to fetch pages')} onRetry={() => void refetch()} />
      )}
      {isFirstLoad && <Skeleton label="Loading pages" rowHeightPx={182} />}
      {shown.length > 0 && <PagesGrid pages={shown} />}
      {shown.length === 0 && !isFirstLoad && !isFailed && (
        <EmptyState>
          {isSearching
            ? 'No pages found matching your search.'
            : 'No pages linked yet. Use the button above to link your first page.'}
        </EmptyState>
      )}
    </>
  );
}
