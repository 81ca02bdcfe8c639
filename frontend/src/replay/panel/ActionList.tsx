import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { actionLabel, kindOf, kindsOf, positionOfRequestIn } from '../log/actions.ts';
import type { LogEntry } from '../log/logFormat.ts';
import styles from './panel.module.css';
import type { Replay } from './useReplay.ts';

const ROW_HEIGHT = 30;

export function ActionList({ replay }: { readonly replay: Replay }) {
  const filterId = useId();
  const { replayed, position, kind, setKind, jump } = replay;
  const { entries } = replayed.log;
  const kinds = useMemo(() => kindsOf(entries), [entries]);
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

interface RequestFinderProps {
  readonly entries: readonly LogEntry[];
  onJump(position: number): void;
}

export function RequestFinder({ entries, onJump }: RequestFinderProps) {
  const id = useId();
  const [text, setText] = useState('');
  const [isUnknown, setIsUnknown] = useState(false);
  const find = (wanted: string) => {
    const position = wanted.trim() === '' ? null : positionOfRequestIn(entries, wanted);
    setIsUnknown(position === null && wanted.trim() !== '');
    if (position !== null) onJump(position);
  };
  return (
    <form
      className={`u-line u-gap8 ${styles.finder}`}
      onSubmit={(event) => {
        event.preventDefault();
        find(text);
      }}
    >
      <label htmlFor={id}>Request id</label>
      <input
        id={id}
        className="u-control u-shrink u-fill"
        value={text}
        placeholder="Paste a line of the server's log"
        autoComplete="off"
        spellCheck={false}
        aria-describedby={`${id}-unknown`}
        aria-invalid={isUnknown}
        onChange={({ target, nativeEvent }) => {
          setText(target.value);
          setIsUnknown(false);
          if ((nativeEvent as InputEvent).inputType === 'insertFromPaste') find(target.value);
        }}
      />
      <span id={`${id}-unknown`} role="status" className="u-small">
        {isUnknown && 'Not in this log'}
      </span>
    </form>
  );
}
