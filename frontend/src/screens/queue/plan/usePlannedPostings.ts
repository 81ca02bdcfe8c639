import type { CalendarPage, CalendarTask } from '@flyerdeck/contracts/types';
import { skipToken } from '@reduxjs/toolkit/query/react';
import { useEffect, useMemo, useState } from 'react';
import { failureSentence } from '../../../data/apiError.ts';
import { useListCalendarQuery } from '../../../data/queue/queueApi.ts';
import type { PlanRange } from './planRange.ts';

/** Pages of one request. The rows in view belong to at most two blocks. */
const BLOCK_PAGES = 50;
/** Rows that are scrolled past, or filtered out by the next key, are not requested. */
export const SETTLE_MS = 300;
const RELOAD_MS = 30_000;

function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

function useBlock({ from, until }: PlanRange, guids: readonly string[]) {
  const body = { from, until, page_guids: [...guids] };
  return useListCalendarQuery(guids.length === 0 ? skipToken : { body }, {
    pollingInterval: RELOAD_MS,
    skipPollingIfUnfocused: true,
  });
}

interface PlannedPostings {
  /** Pages whose postings are not loaded yet are missing. */
  readonly pages: ReadonlyMap<string, CalendarPage>;
  readonly tasks: ReadonlyMap<string, CalendarTask>;
  readonly failure: string | null;
  reload(): void;
}

/** The postings of the rows in view. A component that uses it has the range as its key. */
export function usePlannedPostings(
  range: PlanRange,
  guids: readonly string[],
  { first, last, assistant }: { first: number; last: number; assistant: string | null },
): PlannedPostings {
  const [firstBlock, lastBlock] = [Math.floor(first / BLOCK_PAGES), Math.floor(last / BLOCK_PAGES)];
  const wanted = useMemo(() => {
    const blockAt = (block: number) => guids.slice(block * BLOCK_PAGES, (block + 1) * BLOCK_PAGES);
    return [blockAt(firstBlock), lastBlock === firstBlock ? [] : blockAt(lastBlock)] as const;
  }, [guids, firstBlock, lastBlock]);
  const [upperGuids, lowerGuids] = useSettled(wanted);
  const upper = useBlock(range, upperGuids);
  const lower = useBlock(range, lowerGuids);
  const known = useMemo(() => {
    const answers = [upper.data, lower.data].flatMap((data) => data ?? []);
    const tasks = new Map(answers.flatMap((answer) => answer.tasks).map((task) => [task.id, task]));
    const ofAssistant = (page: CalendarPage): CalendarPage =>
      assistant === null
        ? page
        : {
            ...page,
            postings: page.postings.filter((posting) => tasks.get(posting.task_id)?.assistant_id === assistant),
          };
    const pages = new Map(answers.flatMap((answer) => answer.pages).map((page) => [page.page_guid, ofAssistant(page)]));
    return { pages, tasks };
  }, [upper.data, lower.data, assistant]);
  return {
    ...known,
    failure: failureSentence(upper.error ?? lower.error, 'Failed to fetch the calendar.'),
    reload: () => {
      if (upperGuids.length > 0) void upper.refetch();
      if (lowerGuids.length > 0) void lower.refetch();
    },
  };
}
