import type { CalendarPage, CalendarPosting, CalendarTask, Page } from '@flyerdeck/contracts/types';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useMediaQuery } from '../../../app/hooks.ts';
import { useWindowRows } from '../../../lib/useWindowRows.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorAlert } from '../../../ui/notices.tsx';
import { CalendarRow, SlotLabels } from './CalendarRow.tsx';
import { moveInCalendar, positionOf } from './calendarKeys.ts';
import { ListRow } from './ListRow.tsx';
import { PostingLink } from './PostingLink.tsx';
import styles from './plan.module.css';
import { type PlanRange, type PlanSlot, slotsOf } from './planRange.ts';
import type { PlanView } from './planView.ts';
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
  readonly slots: readonly PlanSlot[];
  /** The Tab key leads to the posting that is closest to this column. Null in all rows but one. */
  readonly tabColumn: number | null;
  onOpen(title: string, postings: readonly CalendarPosting[]): void;
}

interface Opened {
  readonly title: string;
  readonly postings: readonly CalendarPosting[];
  readonly isOpen: boolean;
}

const CALENDAR_ROW_PX = 45;
const NARROW_CALENDAR_ROW_PX = 85;
const LIST_ROW_PX = 120;
const OVERSCAN = 4;

/** A virtual list of pages: only rows near the viewport are in the document and load their postings. */
export function PlanRows({ rows, range, layout, assistant }: PlanRowsProps) {
  const list = useRef<HTMLDivElement>(null);
  const isNarrow = useMediaQuery('(max-width: 719px)');
  const calendarRowPx = isNarrow ? NARROW_CALENDAR_ROW_PX : CALENDAR_ROW_PX;
  const { heightPx, shown, firstInView, placed } = useWindowRows({
    list,
    count: rows.length,
    overscan: OVERSCAN,
    heightOf: () => (layout === 'calendar' ? calendarRowPx : LIST_ROW_PX),
    keyOf: useCallback((index: number) => rows[index]?.guid ?? index, [rows]),
  });
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
  /** The slot that was last in focus. */
  const [focused, setFocused] = useState({ guid: '', column: 0 });
  const isShown = shown.some(({ key }) => key === focused.guid);
  const tabGuid = isShown ? focused.guid : rows[firstInView]?.guid;
  const Row = layout === 'calendar' ? CalendarRow : ListRow;

  return (
    <>
      {failure && <ErrorAlert message={failure} onRetry={reload} />}
      <div className={`u-card ${layout === 'calendar' ? styles.calendar : ''}`} data-span={range.span}>
        {layout === 'calendar' && <SlotLabels slots={slots} range={range} />}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys move between the buttons in it. */}
        <div
          ref={list}
          className="u-relative"
          style={{ height: heightPx }}
          onKeyDown={moveInCalendar}
          onFocus={({ target }) => {
            const position = positionOf(target);
            const guid = position && rows[position.index]?.guid;
            if (guid) setFocused({ guid, column: position.column });
          }}
        >
          {shown.map((item) => {
            const page = rows[item.index];
            return (
              page && (
                <div key={item.key} {...placed(item)}>
                  <Row
                    page={page}
                    planned={pages.get(page.guid) ?? null}
                    tasks={tasks}
                    range={range}
                    slots={slots}
                    tabColumn={page.guid === tabGuid ? focused.column : null}
                    onOpen={open}
                  />
                </div>
              )
            );
          })}
        </div>
      </div>
      {opened && (
        <Dialog
          open={opened.isOpen}
          title={opened.title}
          width={560}
          onClose={() => setOpened({ ...opened, isOpen: false })}
        >
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling content must be reachable by keyboard. */}
          <ul className={`u-list ${styles.dialogList}`} aria-label={opened.title} tabIndex={0}>
            {opened.postings.map((posting) => (
              <li key={posting.id}>
                <PostingLink posting={posting} task={tasks.get(posting.task_id)} />
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </>
  );
}
