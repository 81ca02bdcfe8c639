import { POSTINGS_PAGE_SIZE } from '@flyerdeck/contracts/limits';
import type { PostingStatus } from '@flyerdeck/contracts/statuses';
import type { BodyOf, exportDetailedPostings } from '@flyerdeck/contracts/types';
import { useMemo } from 'react';
import { useListDetailedPostingsQuery } from '../../../data/postings/postingsApi.ts';
import type { PostingsView } from './postingsView.ts';

type Selection = BodyOf<typeof exportDetailedPostings>;

/** The view in the words of the wire; list and export ask for the same. */
const selectionOf = ({ search, sort, order, filters }: PostingsView) => ({
  ...(search && { search }),
  sort_by: sort,
  sort_order: order === 'asc' ? 1 : -1,
  archived: filters.archived === 'yes',
});

/** What the export is asked for: the whole set, the status with it, which the screen itself applies to its page. */
export const exportBodyOf = (view: PostingsView): Selection => ({
  ...selectionOf(view),
  ...(view.filters.status !== null && { status: view.filters.status as PostingStatus }),
});

/** The page of postings that a view shows; the rows of the last answer stay until the next one is there. */
export function usePostings(view: PostingsView) {
  const { data, isFetching, error, refetch } = useListDetailedPostingsQuery({
    page: view.page,
    limit: POSTINGS_PAGE_SIZE,
    ...selectionOf(view),
  });
  const { status } = view.filters;
  const loaded = data?.postings;
  const shown = useMemo(
    () => (loaded ?? []).filter((posting) => status === null || posting.status === status),
    [loaded, status],
  );
  return { data, shown, isFetching, error, refetch };
}
