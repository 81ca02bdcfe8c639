import { Button } from 'antd';
import { useId } from 'react';
import { useUiState } from '../../../data/uiState/useUiState.ts';
import { wordOf } from '../../../lib/compare.ts';
import { counted, formatNumber } from '../../../lib/numbers.ts';
import { type Choices, Select } from '../../../ui/fields.tsx';
import styles from '../pages.module.css';
import {
  ACTIVITIES,
  countFilters,
  NO_FILTERS,
  PAGES_LAYOUTS,
  PAGES_SORTS,
  type PagesLayout,
  type PagesSort,
  type PagesView,
  type TagGroup,
  YES_NO,
} from './usePagesList.ts';

interface PagesToolbarProps {
  readonly view: PagesView;
  readonly layout: PagesLayout;
  readonly groups: readonly TagGroup[];
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
const LAYOUT_OPTIONS = [
  ['grid', 'Cards'],
  ['table', 'Table'],
] as const satisfies readonly (readonly [PagesLayout, string])[];
const ACTIVITY_OPTIONS: Choices = [
  [ANY, 'Any activity'],
  ['yes', 'Active'],
  ['no', 'Inactive'],
  ['problem', 'With a problem'],
];
const PAYMENT_OPTIONS: Choices = [
  [ANY, 'Paid or not'],
  ['yes', 'Paid'],
  ['no', 'Unpaid'],
];

const healthOf = ({ active, inactive, problems }: TagGroup): string =>
  [
    ...(active > 0 ? [`${formatNumber(active)} active`] : []),
    ...(inactive > 0 ? [`${formatNumber(inactive)} inactive`] : []),
    ...(problems > 0 ? [counted(problems, 'problem')] : []),
  ].join(', ');

export function PagesToolbar({ view, layout, groups, onChange }: PagesToolbarProps) {
  const [isOpen, setIsOpen] = useUiState('pages.filters', false);
  const id = useId();
  const tag = groups.find((one) => one.tag.toLowerCase() === view.tag?.toLowerCase())?.tag ?? view.tag;
  const filters = countFilters(view);
  const tagOptions: Choices = [
    [ANY, 'Any tag'],
    // The current filter is listed even if no page has the tag any more.
    ...(tag === null || groups.some((one) => one.tag === tag) ? [] : [[tag, `#${tag}`] as const]),
    ...groups.map((group) => [group.tag, `#${group.tag}: ${healthOf(group)}`] as const),
  ];
  const selects: readonly (readonly [string, string | null, Choices, (chosen: string) => Partial<PagesView>])[] = [
    ['Sort by', view.sort, SORT_OPTIONS, (sort) => ({ sort: wordOf(PAGES_SORTS, sort) ?? 'linked' })],
    ['Activity', view.active, ACTIVITY_OPTIONS, (active) => ({ active: wordOf(ACTIVITIES, active) })],
    ['Payment', view.paid, PAYMENT_OPTIONS, (paid) => ({ paid: wordOf(YES_NO, paid) })],
    ['Tag', tag, tagOptions, (chosen) => ({ tag: chosen || null })],
    ['Layout', layout, LAYOUT_OPTIONS, (chosen) => ({ layout: wordOf(PAGES_LAYOUTS, chosen) })],
  ];
  return (
    <>
      <Button
        className={styles.openFilters ?? ''}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        Filter{filters > 0 && ` (${filters})`}
      </Button>
      <fieldset id={id} aria-label="Sort and filter" className={`u-fieldset u-gap8 ${styles.tools}`} data-open={isOpen}>
        {selects.map(([label, value, options, change]) => (
          <Select
            key={label}
            className={styles.select}
            aria-label={label}
            data-set={options[0]?.[0] === ANY && value !== null}
            value={value ?? ANY}
            options={options}
            onChange={(chosen) => onChange(change(chosen))}
          />
        ))}
        {filters > 0 && (
          <Button type="link" onClick={() => onChange(NO_FILTERS)}>
            Clear filters
          </Button>
        )}
      </fieldset>
    </>
  );
}
