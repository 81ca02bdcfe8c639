import type { PickerPage, PostingRules } from '@flyerdeck/contracts/types';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useId, useRef, useState } from 'react';
import { counted } from '../lib/counted.ts';
import { searchMatch } from '../lib/searchMatch.ts';
import checkbox from './checkbox.module.css';
import styles from './TargetPicker.module.css';

type Targets = Pick<PostingRules, 'target_pages' | 'target_tags'>;

interface TargetPickerProps {
  readonly pages: readonly PickerPage[];
  readonly tags: readonly string[];
  readonly targets: Targets;
  readonly disabled?: boolean;
  onChange(targets: Targets): void;
}

interface Option {
  readonly key: string;
  readonly label: string;
  readonly checked: boolean;
  toggle(): void;
}

const ROW_HEIGHT_PX = 36;
/** Up to this number all options are in the document, so that the browser's search and screen readers find them. */
const PLAIN_LIST_MAX = 200;

const without = (list: readonly string[], item: string) => list.filter((one) => one !== item);
const sameTag = (a: string) => (b: string) => a.toLowerCase() === b.toLowerCase();

/** Tags first, then pages; chosen targets that no longer exist stay listed so that they can be unchecked. */
function optionsOf({ pages, tags, targets, onChange }: TargetPickerProps): Option[] {
  const { target_pages, target_tags } = targets;
  const removedTags = target_tags.filter((tag) => !tags.some(sameTag(tag)));
  const known = new Set(pages.map((page) => page.id));
  const chosen = new Set(target_pages);

  const tagOptions = [...tags, ...removedTags].map((tag): Option => {
    const held = target_tags.find(sameTag(tag));
    return {
      key: `tag:${tag}`,
      label: `#${tag}`,
      checked: held !== undefined,
      toggle: () =>
        onChange({
          target_pages,
          target_tags: held === undefined ? [...target_tags, tag] : without(target_tags, held),
        }),
    };
  });
  const pageOption = (id: string, label: string): Option => ({
    key: `page:${id}`,
    label,
    checked: chosen.has(id),
    toggle: () =>
      onChange({ target_pages: chosen.has(id) ? without(target_pages, id) : [...target_pages, id], target_tags }),
  });
  return [
    ...tagOptions,
    ...pages.map((page) => pageOption(page.id, page.name)),
    ...target_pages.filter((id) => !known.has(id)).map((id) => pageOption(id, `Unlinked page ${id.slice(0, 8)}`)),
  ];
}

/** Checkboxes for the pages and tags that rules post to, with a text filter. */
export function TargetPicker(props: TargetPickerProps) {
  const { targets, disabled = false } = props;
  const [filter, setFilter] = useState('');
  const labelId = useId();
  const shown = optionsOf(props).filter((option) => searchMatch(filter, option.label));
  const scroller = useRef<HTMLDivElement>(null);
  const isVirtual = shown.length > PLAIN_LIST_MAX;
  const rows = useVirtualizer({
    count: shown.length,
    enabled: isVirtual,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT_PX,
    overscan: 8,
  });

  const row = (option: Option) => (
    <label className={`u-line u-gap10 ${styles.option}`}>
      <input
        type="checkbox"
        className={checkbox.box}
        checked={option.checked}
        disabled={disabled}
        onChange={option.toggle}
      />
      <span className="u-ellipsis">{option.label}</span>
    </label>
  );

  return (
    <fieldset className="u-grid u-fieldset u-gap8" aria-labelledby={labelId}>
      <div className={`u-wrap u-spread ${styles.head}`}>
        <span id={labelId} className="u-medium">
          Target pages and tags
        </span>
        <span className="u-muted u-tabular">
          {counted(targets.target_pages.length, 'page')}, {counted(targets.target_tags.length, 'tag')} selected
        </span>
      </div>
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
