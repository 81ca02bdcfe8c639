import type { PickerPage } from '@flyerdeck/contracts/types';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useId, useMemo, useRef, useState } from 'react';
import { sameJson, searchMatch } from '../lib/compare.ts';
import { counted } from '../lib/numbers.ts';
import checkbox from './checkbox.module.css';
import styles from './TargetPicker.module.css';
import { keysOf, type TargetOption, type Targets, targetOptions, targetsSummary } from './targetOptions.ts';

interface TargetPickerProps {
  readonly pages: readonly PickerPage[];
  readonly tags: readonly string[];
  readonly targets: Targets;
  readonly disabled?: boolean;
  onChange(targets: Targets): void;
}

const ROW_HEIGHT_PX = 36;
/** Up to this number all options are in the document, so that the browser's search and screen readers find them. */
const PLAIN_LIST_MAX = 200;

/** Checkboxes for the pages and tags that rules post to, with a text filter. */
export function TargetPicker({ pages, tags, targets, disabled = false, onChange }: TargetPickerProps) {
  const [filter, setFilter] = useState('');
  const labelId = useId();
  const { target_pages, target_tags } = targets;
  const chosen = useMemo(() => ({ target_pages, target_tags }), [target_pages, target_tags]);
  const options = useMemo(() => targetOptions(pages, tags, chosen), [pages, tags, chosen]);
  const summary = useMemo(() => targetsSummary(pages, chosen), [pages, chosen]);
  const matching = options.filter((option) => searchMatch(filter, option.label));
  // Those chosen by now are first. A click does not move an option: the order changes with the filter, and with targets from elsewhere.
  const [order, setOrder] = useState({ filter, chosen, first: keysOf(chosen) });
  if (order.filter !== filter || !sameJson(order.chosen, chosen)) {
    setOrder({ filter, chosen, first: keysOf(chosen) });
  }
  const shown = [
    ...matching.filter(({ key }) => order.first.has(key)),
    ...matching.filter(({ key }) => !order.first.has(key)),
  ];
  const toggle = (option: TargetOption) => {
    const next = option.toggled();
    setOrder((before) => ({ ...before, chosen: next }));
    onChange(next);
  };
  const scroller = useRef<HTMLDivElement>(null);
  const isVirtual = shown.length > PLAIN_LIST_MAX;
  const rows = useVirtualizer({
    count: shown.length,
    enabled: isVirtual,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT_PX,
    overscan: 8,
  });

  const row = (option: TargetOption) => (
    <div className={`u-line u-gap10 ${styles.option}`}>
      <label className={`u-line u-shrink u-gap10 ${styles.label}`}>
        <input
          type="checkbox"
          className={checkbox.box}
          checked={option.isChosen}
          disabled={disabled}
          onChange={() => toggle(option)}
        />
        <span className="u-ellipsis">{option.label}</span>
      </label>
      <span className={`u-small u-muted u-ellipsis ${styles.note}`}>{option.note}</span>
    </div>
  );

  return (
    <fieldset className="u-grid u-fieldset u-gap8" aria-labelledby={labelId}>
      <div className={`u-wrap u-spread ${styles.head}`}>
        <span id={labelId} className="u-medium">
          Target pages and tags
        </span>
        <span className="u-muted u-tabular">
          {counted(target_pages.length, 'page')}, {counted(target_tags.length, 'tag')} selected
        </span>
      </div>
      {summary && <p className="u-small u-muted u-flush">{summary}</p>}
      <input
        type="search"
        className={`u-control u-full ${styles.filter}`}
        aria-label="Filter target pages and tags"
        placeholder="Filter pages and tags..."
        value={filter}
        disabled={disabled}
        onChange={(event) => setFilter(event.target.value)}
      />
      <div ref={scroller} className={`u-card ${styles.list}`}>
        {shown.length === 0 && <p className={`u-muted u-flush ${styles.empty}`}>No matching pages or tags found</p>}
        {isVirtual ? (
          <div className="u-relative" style={{ height: rows.getTotalSize() }}>
            {rows.getVirtualItems().map(({ index, start }) => {
              const option = shown[index];
              return (
                option && (
                  <div key={option.key} className="u-placed" style={{ transform: `translateY(${start}px)` }}>
                    {row(option)}
                  </div>
                )
              );
            })}
          </div>
        ) : (
          shown.map((option) => <div key={option.key}>{row(option)}</div>)
        )}
      </div>
    </fieldset>
  );
}
