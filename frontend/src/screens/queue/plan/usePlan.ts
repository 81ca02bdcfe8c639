import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useAppSelector, useUrlParams } from '../../../app/hooks.ts';
import { failureSentence } from '../../../data/apiError.ts';
import { useListAssistantsQuery } from '../../../data/assistants/assistantsSlice.ts';
import { useListUserPagesQuery } from '../../../data/pages/pagesApi.ts';
import { selectAllPages } from '../../../data/pages/pagesSlice.ts';
import { useListCalendarQuery } from '../../../data/queue/queueApi.ts';
import { useMinute } from '../../../ui/RelativeTime.tsx';
import { dayOf, planRange } from './planRange.ts';
import { type PlanView, planViewOf, withPlanView } from './planView.ts';

/** The plan of all pages takes a second, so no hint of the server fetches it again. */
const RELOAD_MS = 30_000;
const TYPING_MS = 300;

export type Plan = ReturnType<typeof usePlan>;

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
    const timer = setTimeout(applyPage, TYPING_MS);
    return () => clearTimeout(timer);
  }, [page]);
  return {
    inUrl,
    view: { ...inUrl, page },
    changeView: ({ page: typed = page, ...changes }: Partial<PlanView>) => {
      setPage(typed);
      if (Object.keys(changes).length > 0) apply({ ...changes, page: typed });
    },
  };
}

export function usePlan() {
  const { inUrl, view, changeView } = usePlanView();
  const today = dayOf(useMinute());
  const day = view.day ?? today;
  const range = useMemo(() => planRange(view.span, day), [view.span, day]);
  const filters = {
    from: range.from,
    until: range.until,
    assistant_id: inUrl.assistant ?? undefined,
    tag: inUrl.tag ?? undefined,
    search: inUrl.page.trim() || undefined,
  };
  // Another time or filter begins with the first part.
  const asked = JSON.stringify(filters);
  const [part, setPart] = useState({ of: asked, number: 1 });
  if (part.of !== asked) setPart({ of: asked, number: 1 });
  const number = part.of === asked ? part.number : 1;

  const ownPages = useListUserPagesQuery();
  useListAssistantsQuery();
  const { currentData, data, error, refetch } = useListCalendarQuery(
    { ...filters, page: number },
    { refetchOnMountOrArgChange: true, pollingInterval: RELOAD_MS, skipPollingIfUnfocused: true },
  );
  const pages = useAppSelector(selectAllPages);
  const byGuid = useMemo(() => new Map(pages.map((page) => [page.guid, page])), [pages]);
  return {
    view,
    changeView,
    range,
    day,
    byGuid,
    planned: currentData ?? null,
    /** Also while another time is loaded. */
    next: data ?? null,
    tasks: useMemo(() => new Map((data?.tasks ?? []).map((task) => [task.id, task])), [data]),
    number,
    showPart: (next: number) => setPart({ of: asked, number: next }),
    failure: failureSentence(error ?? ownPages.error, 'Failed to fetch the calendar.'),
    reload: () => {
      void refetch();
      void ownPages.refetch();
    },
  };
}
