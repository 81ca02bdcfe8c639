import { type CSSProperties, memo, useMemo } from 'react';
import { pageName } from '../../../lib/pages.ts';
import { nearestColumn } from './calendarKeys.ts';
import { FlyerThumb } from './FlyerThumb.tsx';
import type { PlanRowProps } from './PlanRows.tsx';
import styles from './plan.module.css';
import { bySlot, type PlanRange, type PlanSlot, slotIndexOf } from './planRange.ts';
import { areMixed, countsShort, countsWords, planCounts, planState, unplannedWords } from './planWords.ts';
import { useNow } from './usePlan.ts';

/** A page in the calendar: a button for each day or hour with postings. */
export const CalendarRow = memo(function CalendarRow({
  page,
  planned,
  tasks,
  range,
  slots,
  tabColumn,
  onOpen,
}: PlanRowProps) {
  const nowMs = useNow();
  const name = pageName(page);
  const note = planned && unplannedWords(planned, range);
  const columns = useMemo(
    () => [...bySlot(planned?.postings ?? [], range)].sort(([one], [other]) => one - other),
    [planned, range],
  );
  const tabStop =
    tabColumn === null
      ? null
      : nearestColumn(
          columns.map(([column]) => column),
          tabColumn,
        );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields.
    <div className={`u-grid u-gap4 ${styles.row}`} role="group" aria-label={name} aria-busy={planned === null}>
      <span className={`u-stack u-shrink ${styles.page}`} title={note ? `${name}. ${note}` : name}>
        <span className="u-ellipsis">{name}</span>
        {note && <span className="u-muted u-small u-ellipsis">{note}</span>}
      </span>
      {columns.map(([column, postings]) => {
        const counts = planCounts(postings, nowMs);
        const title = `${name}, ${slots[column]?.name}`;
        return (
          <button
            key={column}
            type="button"
            className={`u-small u-tabular u-shrink ${styles.slot}`}
            style={{ '--column': column } as CSSProperties}
            tabIndex={column === tabStop ? 0 : -1}
            data-column={column}
            data-state={planState(counts)}
            data-label={slots[column]?.label}
            data-short={countsShort(counts)}
            aria-label={`${title}: ${countsWords(counts)}`}
            onClick={() => onOpen(title, postings)}
          >
            <FlyerThumb fileId={tasks.get(postings[0]?.task_id ?? '')?.file_id} />
            <span className={`u-ellipsis ${styles.words}`}>
              {areMixed(counts) ? countsShort(counts) : countsWords(counts)}
            </span>
          </button>
        );
      })}
    </div>
  );
});

interface SlotLabelsProps {
  readonly slots: readonly PlanSlot[];
  readonly range: PlanRange;
}

/** The days or hours above the columns. Screen readers read the day or hour of each button instead. */
export function SlotLabels({ slots, range }: SlotLabelsProps) {
  const current = slotIndexOf(new Date(useNow()).toISOString(), range);
  return (
    <div className={`u-muted u-small u-tabular u-grid u-gap4 ${styles.row} ${styles.labels}`} aria-hidden>
      <span className={styles.page}>Page</span>
      {slots.map(({ label, name }, index) => (
        <span key={name} className={styles.label} data-current={index === current}>
          {label}
        </span>
      ))}
    </div>
  );
}
