import { Button } from 'antd';
import { wordOf } from '../../../lib/wordOf.ts';
import { type Choices, Select } from '../../../ui/Select.tsx';
import styles from '../pages.module.css';
import { hasFilters, NO_FILTERS, PAGES_SORTS, type PagesSort, type PagesView, YES_NO } from './pagesView.ts';

interface PagesToolbarProps {
  readonly view: PagesView;
  readonly tags: readonly string[];
  onChange(changes: Partial<PagesView>): void;
}

const ANY = '';
const SORT_OPTIONS = [
  ['linked', 'Linked newest'],
  ['name', 'Name'],
  ['polled', 'Last polled'],
  ['paid', 'Paid until'],
  ['active', 'Active first'],
] as const satisfies readonly (readonly [PagesSort, string])[];
const ACTIVITY_OPTIONS: Choices = [
  [ANY, 'Any activity'],
  ['yes', 'Active'],
  ['no', 'Inactive'],
];
const PAYMENT_OPTIONS: Choices = [
  [ANY, 'Paid or not'],
  ['yes', 'Paid'],
  ['no', 'Unpaid'],
];

export function PagesToolbar({ view, tags, onChange }: PagesToolbarProps) {
  const tag = tags.find((one) => one.toLowerCase() === view.tag?.toLowerCase()) ?? view.tag;
  // The current filter is listed even if no page has the tag any more.
  const shownTags = tag === null || tags.includes(tag) ? tags : [tag, ...tags];
  return (
    <fieldset aria-label="Sort and filter" className={`u-row u-fieldset u-gap8 u-below12 ${styles.tools}`}>
      <Select
        className={styles.select}
        aria-label="Sort by"
        value={view.sort}
        options={SORT_OPTIONS}
        onChange={(sort) => onChange({ sort: wordOf(PAGES_SORTS, sort) ?? 'linked' })}
      />
      <Select
        className={styles.select}
        aria-label="Activity"
        data-set={view.active !== null}
        value={view.active ?? ANY}
        options={ACTIVITY_OPTIONS}
        onChange={(active) => onChange({ active: wordOf(YES_NO, active) })}
      />
      <Select
        className={styles.select}
        aria-label="Payment"
        data-set={view.paid !== null}
        value={view.paid ?? ANY}
        options={PAYMENT_OPTIONS}
        onChange={(paid) => onChange({ paid: wordOf(YES_NO, paid) })}
      />
      <Select
        className={styles.select}
        aria-label="Tag"
        data-set={view.tag !== null}
        value={tag ?? ANY}
        options={[[ANY, 'Any tag'], ...shownTags.map((one) => [one, `#${one}`] as const)]}
        onChange={(chosen) => onChange({ tag: chosen || null })}
      />
      {hasFilters(view) && (
        <Button type="link" onClick={() => onChange(NO_FILTERS)}>
          Clear filters
        </Button>
      )}
    </fieldset>
  );
}
