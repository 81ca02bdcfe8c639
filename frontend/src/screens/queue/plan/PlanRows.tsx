import type { CalendarPage, CalendarPosting, CalendarTask, Page } from '@flyerdeck/contracts/types';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { CalendarRow } from './CalendarRow.tsx';
import { ListRow } from './ListRow.tsx';
import { PlanDialog } from './PlanDialog.tsx';
import styles from './plan.module.css';
import { type PlanRange, type PlanSlot, slotsOf } from './planRange.ts';
import type { PlanView } from './planView.ts';
import { SlotLabels } from './SlotLabels.tsx';
import { usePlannedPostings } from './usePlannedPostings.ts';

interface PlanRowsProps {
  readonly rows: readonly Page[];
  readonly range: PlanRange;
  readonly layout: NonNullable<PlanView['plan']>;
  readonly assistant: string | null;
}

export interface PlanRowProps {
  readonly page: Page;
  /** Null until it is loaded. */
  readonly planned: CalendarPage | null;
  readonly tasks: ReadonlyMap<string, CalendarTask>;
  readonly range: PlanRange;
  /** The columns of the calendar. */
  readonly slots: readonly PlanSlot[];
  /** Shows these postings in a dialog. */
  onOpen(title: string, postings: readonly CalendarPosting[]): void;
}

interface Opened {
  readonly title: string;
  readonly postings: readonly CalendarPosting[];
  readonly isOpen: boolean;
}

const CALENDAR_ROW_PX = 44;
const LIST_ROW_PX = 120;
const OVERSCAN = 4;

/** A virtual list of pages: only rows near the viewport are in the document and load their postings. */
export function PlanRows({ rows, range, layout, assistant }: PlanRowsProps) {
  const list = useRef<HTMLDivElement>(null);
  const [topPx, setTopPx] = useState(0);
  useLayoutEffect(() => {
    const box = list.current?.getBoundingClientRect();
    if (box) setTopPx(box.top + window.scrollY);
  }, []);
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => (layout === 'calendar' ? CALENDAR_ROW_PX : LIST_ROW_PX),
    getItemKey: (index) => rows[index]?.guid ?? index,
    overscan: OVERSCAN,
    scrollMargin: topPx,
  });
  const shown = virtualizer.getVirtualItems();
  const guids = useMemo(() => rows.map(({ guid }) => guid), [rows]);
  const { pages, tasks, failure, reload } = usePlannedPostings(range, guids, {
    first: shown[0]?.index ?? 0,
    last: shown.at(-1)?.index ?? 0,
    assistant,
  });
  const [opened, setOpened] = useState<Opened | null>(null);
  const open = useCallback(
    (title: string, postings: readonly CalendarPosting[]) => setOpened({ title, postings, isOpen: true }),
    [],
  );
  const slots = useMemo(() => slotsOf(range), [range]);
  const Row = layout === 'calendar' ? CalendarRow : ListRow;

  return (
    <>
      {failure && <ErrorAlert message={failure} onRetry={reload} />}
      <div className={`u-card ${layout === 'calendar' ? styles.calendar : ''}`} data-span={range.span}>
        {layout === 'calendar' && <SlotLabels slots={slots} />}
        <div ref={list} style={{ position: 'relative', height: virtualizer.getTotalSize() }}>
          {shown.map(({ index, key, start }) => {
            const page = rows[index];
            return (
              page && (
                <div
                  key={key}
                  ref={virtualizer.measureElement}
                  data-index={index}
                  className="u-placed"
                  style={{ transform: `translateY(${start - topPx}px)` }}
                >
                  <Row
                    page={page}
                    planned={pages.get(page.guid) ?? null}
                    tasks={tasks}
                    range={range}
                    slots={slots}
                    onOpen={open}
                  />
                </div>
              )
            );
          })}
        </div>
      </div>
      {opened && (
        <PlanDialog {...opened} tasks={tasks} range={range} onClose={() => setOpened({ ...opened, isOpen: false })} />
      )}
    </>
  );
}
