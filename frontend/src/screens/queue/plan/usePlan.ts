import { useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from 'react';
import { useAppSelector, useUrlParams } from '../../../app/hooks.ts';
import { failureSentence } from '../../../data/apiError.ts';
import { selectAllAssistants, useListAssistantsQuery } from '../../../data/assistants/assistantsSlice.ts';
import { useListUserPagesQuery } from '../../../data/pages/pagesApi.ts';
import { selectAllPages } from '../../../data/pages/pagesSlice.ts';
import { useListCalendarPagesQuery } from '../../../data/queue/queueApi.ts';
import { searchMatch } from '../../../lib/compare.ts';
import { onMinute, readMinuteClock } from '../../../lib/minuteClock.ts';
import { tagsInUse } from '../../../lib/pages.ts';
import { dayOf, planRange } from './planRange.ts';
import { type PlanView, planViewOf, withPlanView } from './planView.ts';
import { SETTLE_MS } from './usePlannedPostings.ts';

const RELOAD_MS = 60_000;

export type Plan = ReturnType<typeof usePlan>;

export const useNow = (): number => useSyncExternalStore(onMinute, readMinuteClock);

/** The view in the URL, and a function that changes it. */
function usePlanView() {
  const [params, changeParams] = useUrlParams();
  const inUrl = useMemo(() => planViewOf(params), [params]);
  // `replace`: a change of the view adds no entry to the browser's history.
  const apply = (changes: Partial<PlanView>) =>
    changeParams((current) => withPlanView(current, changes), { replace: true });
  // The text is not read from the address, so that each key is shown at once. It gets there after the last key.
  const [page, setPage] = useState(inUrl.page);
  const applyPage = useEffectEvent(() => {
    if (inUrl.page !== page) apply({ page });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: it starts again with each key.
  useEffect(() => {
    const timer = setTimeout(applyPage, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [page]);
  return {
    view: useMemo(() => ({ ...inUrl, page }), [inUrl, page]),
    changeView: ({ page: typed = page, ...changes }: Partial<PlanView>) => {
      setPage(typed);
      if (Object.keys(changes).length > 0) apply({ ...changes, page: typed });
    },
  };
}

/** The shown time and the pages with postings, filtered by the view in the URL. */
export function usePlan() {
  const { view, changeView } = usePlanView();
  const today = dayOf(useNow());
  const day = view.day ?? today;
  const range = useMemo(() => planRange(view.span, day), [view.span, day]);

  const ownPages = useListUserPagesQuery();
  const assistantsQuery = useListAssistantsQuery();
  const listed = useListCalendarPagesQuery(
    { from: range.from, until: range.until, assistantId: view.assistant ?? undefined },
    { pollingInterval: RELOAD_MS, skipPollingIfUnfocused: true },
  );
  const pages = useAppSelector(selectAllPages);
  const assistants = useAppSelector(selectAllAssistants);
  const byGuid = useMemo(() => new Map(pages.map((page) => [page.guid, page])), [pages]);
  const withPostings = useMemo(
    () => (listed.data?.page_guids ?? []).flatMap((guid) => byGuid.get(guid) ?? []),
    [listed.data, byGuid],
  );
  const rows = useMemo(() => {
    const tag = view.tag?.toLowerCase();
    const tagged = tag
      ? withPostings.filter(({ tags }) => tags.some((one) => one.toLowerCase() === tag))
      : withPostings;
    return tagged.filter(({ name, username }) => searchMatch(view.page, name, username));
  }, [withPostings, view.tag, view.page]);

  const failed = listed.error ?? ownPages.error;
  return {
    view,
    range,
    day,
    rows,
    assistants,
    tags: useMemo(() => tagsInUse(pages), [pages]),
    isLoading: listed.isLoading || ownPages.isLoading || assistantsQuery.isLoading,
    failure: failureSentence(failed, 'Failed to fetch the calendar.'),
    reload: () => {
      void listed.refetch();
      void ownPages.refetch();
    },
    changeView,
  };
}
