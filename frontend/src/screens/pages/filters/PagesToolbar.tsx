import { Button } from 'antd';
import fields from '../../../ui/fields.module.css';
import styles from './PagesToolbar.module.css';
import { hasFilters, NO_FILTERS, PAGES_SORTS, type PagesSort, type PagesView, wordOf, YES_NO } from './pagesView.ts';

interface PagesToolbarProps {
  readonly view: PagesView;
  /** All tags in use. */
  readonly tags: readonly string[];
  onChange(changes: Partial<PagesView>): void;
}

const SORT_LABELS: Readonly<Record<PagesSort, string>> = {
  linked: 'Linked newest',
  name: 'Name',
  polled: 'Last polled',
  paid: 'Paid until',
  active: 'Active first',
};
const ANY = '';
const selectClass = `${fields.input} ${fields.select} ${styles.select}`;

/** The sort order and the filters of the pages. */
export function PagesToolbar({ view, tags, onChange }: PagesToolbarProps) {
  const tag = tags.find((one) => one.toLowerCase() === view.tag?.toLowerCase()) ?? view.tag;
  return (
    <fieldset aria-label="Sort and filter" className={`u-row u-shrink u-gap8 ${styles.tools}`}>
      <select
        className={selectClass}
        aria-label="Sort by"
        value={view.sort}
        onChange={(event) => onChange({ sort: wordOf(PAGES_SORTS, event.target.value) ?? 'linked' })}
      >
        {PAGES_SORTS.map((sort) => (
          <option key={sort} value={sort}>
            {SORT_LABELS[sort]}
          </option>
        ))}
      </select>
      <select
        className={selectClass}
        aria-label="Activity"
        data-set={view.active !== null}
        value={view.active ?? ANY}
        onChange={(event) => onChange({ active: wordOf(YES_NO, event.target.value) })}
      >
        <option value={ANY}>Any activity</option>
        <option value="yes">Active</option>
        <option value="no">Inactive</option>
      </select>
      <select
        className={selectClass}
        aria-label="Payment"
        data-set={view.paid !== null}
        value={view.paid ?? ANY}
        onChange={(event) => onChange({ paid: wordOf(YES_NO, event.target.value) })}
      >
        <option value={ANY}>Paid or not</option>
        <option value="yes">Paid</option>
        <option value="no">Unpaid</option>
      </select>
      <select
        className={selectClass}
        aria-label="Tag"
        data-set={view.tag !== null}
        value={tag ?? ANY}
        onChange={(event) => onChange({ tag: event.target.value || null })}
      >
        <option value={ANY}>Any tag</option>
        {/* The current filter is listed even if no page has the tag any more. */}
        {tag !== null && !tags.includes(tag) && <option value={tag}>#{tag}</option>}
        {tags.map((one) => (
          <option key={one} value={one}>
            #{one}
          </option>
        ))}
      </select>
      {hasFilters(view) && (
        <Button type="link" onClick={() => onChange(NO_FILTERS)}>
          Clear filters
        </Button>
      )}
    </fieldset>
  );
}
