import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useMemo, useRef } from 'react';
import { actionLabel, kindOf, kindsOf } from '../log/actionLabel.ts';
import styles from './panel.module.css';
import type { Replay } from './useReplay.ts';

const ROW_HEIGHT = 30;

/** The list of all actions, or of one kind. The current action is marked; a click jumps to another one. */
export function ActionList({ replay }: { readonly replay: Replay }) {
  const filterId = useId();
  const { replayed, position, kind, setKind, jump } = replay;
  const { entries } = replayed.log;
  const kinds = useMemo(() => kindsOf(entries), [entries]);
  /** Positions, from 1. */
  const listed = useMemo(
    () => entries.flatMap((entry, index) => (kind === '' || kindOf(entry) === kind ? [index + 1] : [])),
    [entries, kind],
  );
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: listed.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 10,
  });
  const shownRow = listed.findLastIndex((at) => at <= position);
  useEffect(() => {
    if (shownRow >= 0) rows.scrollToIndex(shownRow, { align: 'auto' });
  }, [rows, shownRow]);
  const startedAt = entries[0]?.at ?? 0;

  return (
    <section className={`u-grid ${styles.actions}`} aria-label="Actions">
      <div className={`u-line u-gap8 ${styles.finder}`}>
        <label htmlFor={filterId}>Show</label>
        <select
          id={filterId}
          className="u-control u-shrink u-fill"
          value={kind}
          onChange={({ target }) => setKind(target.value)}
        >
          <option value="">all {entries.length.toLocaleString('en-US')} actions</option>
          {kinds.map(([name, count]) => (
            <option key={name} value={name}>
              {name} ({count.toLocaleString('en-US')})
            </option>
          ))}
        </select>
      </div>
      <div ref={scroller} className={styles.scroller}>
        <ol className="u-list u-relative" style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, start }) => {
            const at = listed[index] ?? 0;
            const entry = entries[at - 1];
            if (!entry) return null;
            return (
              <li key={at} className="u-placed" style={{ transform: `translateY(${start}px)` }}>
                <button
                  type="button"
                  className="u-bare u-line u-fine"
                  aria-current={at === position}
                  onClick={() => jump(at)}
                >
                  <span className="u-muted u-small">{entry.seq}</span>
                  <span className="u-ellipsis u-fill">{actionLabel(entry)}</span>
                  <span className="u-muted u-small">+{((entry.at - startedAt) / 1000).toFixed(1)} s</span>
                </button>
              </li>
            );
          })}
        </ol>
      </div>
    </section>
  );
}
