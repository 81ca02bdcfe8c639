import type { PickerPage, PostingRules } from '@flyerdeck/contracts/types';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useId, useMemo, useRef, useState } from 'react';
import { sameJson, searchMatch } from '../lib/compare.ts';
import { counted, formatNumber } from '../lib/numbers.ts';
import { tagsInUse } from '../lib/pages.ts';
import checkbox from './checkbox.module.css';
import fields from './fields.module.css';
import styles from './TargetPicker.module.css';

interface TargetPickerProps {
  readonly pages: readonly PickerPage[];
  readonly tags: readonly string[];
  readonly targets: Targets;
  readonly disabled?: boolean;
  onChange(targets: Targets): void;
}

/** As in TargetPicker.module.css. */
const ROW_HEIGHT_PX = window.matchMedia('(pointer: coarse)').matches ? 44 : 36;
/** Up to this number all options are in the document, so that the browser's search and screen readers find them. */
const PLAIN_LIST_MAX = 200;

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
      <span className="u-small u-muted u-ellipsis u-shrink" style={{ flex: '0 1 auto' }}>
        {option.note}
      </span>
    </div>
  );

  return (
    <fieldset className="u-grid u-fieldset u-gap8" aria-labelledby={labelId}>
      <div className="u-wrap u-spread" style={{ gap: '4px 12px' }}>
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
        className={fields.input}
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

type Targets = Pick<PostingRules, 'target_pages' | 'target_tags'>;

interface TargetOption {
  readonly key: string;
  readonly label: string;
  readonly note: string;
  readonly isChosen: boolean;
  toggled(): Targets;
}

const without = (list: readonly string[], item: string) => list.filter((one) => one !== item);
const folded = (tags: readonly string[]) => tags.map((tag) => tag.toLowerCase());
const hashed = (tags: readonly string[]) => tags.map((tag) => `#${tag}`).join(' ');

const tagKey = (tag: string) => `tag:${tag.toLowerCase()}`;
const pageKey = (id: string) => `page:${id}`;

export const keysOf = ({ target_pages, target_tags }: Targets): ReadonlySet<string> =>
  new Set([...target_tags.map(tagKey), ...target_pages.map(pageKey)]);

function countByTag(pages: readonly PickerPage[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { tags } of pages) for (const tag of folded(tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return counts;
}

/** Tags first, then pages. Chosen targets that no longer exist stay listed so that they can be unchecked. */
function targetOptions(
  pages: readonly PickerPage[],
  tags: readonly string[],
  { target_pages, target_tags }: Targets,
): readonly TargetOption[] {
  const counts = countByTag(pages);
  const known = new Set(pages.map((page) => page.id));
  const chosen = new Set(target_pages);
  const existing = new Set(folded(tags));

  const tagOption = (tag: string): TargetOption => {
    const held = target_tags.find((one) => one.toLowerCase() === tag.toLowerCase());
    return {
      key: tagKey(tag),
      label: `#${tag}`,
      note: counted(counts.get(tag.toLowerCase()) ?? 0, 'page'),
      isChosen: held !== undefined,
      toggled: () => ({
        target_pages,
        target_tags: held === undefined ? [...target_tags, tag] : without(target_tags, held),
      }),
    };
  };
  const pageOption = (id: string, label: string, note: string): TargetOption => ({
    key: pageKey(id),
    label,
    note,
    isChosen: chosen.has(id),
    toggled: () => ({
      target_pages: chosen.has(id) ? without(target_pages, id) : [...target_pages, id],
      target_tags,
    }),
  });
  return [
    ...tags.map(tagOption),
    ...target_tags.filter((tag) => !existing.has(tag.toLowerCase())).map(tagOption),
    ...pages.map((page) => pageOption(page.id, page.name, hashed(page.tags))),
    ...target_pages.filter((id) => !known.has(id)).map((id) => pageOption(id, `Unlinked page ${id.slice(0, 8)}`, '')),
  ];
}

/** More tags are a number. */
const SUMMARY_TAGS = 6;

function targetsSummary(pages: readonly PickerPage[], { target_pages, target_tags }: Targets): string {
  if (target_pages.length + target_tags.length === 0) return '';
  const chosen = new Set(target_pages);
  const chosenTags = new Set(folded(target_tags));
  const reached = pages.filter(({ id, tags }) => chosen.has(id) || folded(tags).some((tag) => chosenTags.has(tag)));
  const chosenPages = pages.filter(({ id }) => chosen.has(id));
  const counts = countByTag(chosenPages);
  const byTag = tagsInUse(pages)
    .map((tag) => [tag, counts.get(tag.toLowerCase()) ?? 0] as const)
    .filter(([, count]) => count > 0)
    .sort((a, b) => b[1] - a[1]);
  const untagged = chosenPages.filter(({ tags }) => tags.length === 0).length;
  const parts = [
    ...byTag.slice(0, SUMMARY_TAGS).map(([tag, count]) => `${formatNumber(count)} #${tag}`),
    ...(byTag.length > SUMMARY_TAGS ? [counted(byTag.length - SUMMARY_TAGS, 'more tag')] : []),
    ...(untagged > 0 ? [`${formatNumber(untagged)} without a tag`] : []),
  ];
  const inAll = `Posts to ${counted(reached.length, 'page')}.`;
  return parts.length > 0 ? `${inAll} Chosen pages by tag: ${parts.join(', ')}.` : inAll;
}
