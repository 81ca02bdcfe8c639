import FilterOutlined from '@ant-design/icons/FilterOutlined';
import LeftOutlined from '@ant-design/icons/LeftOutlined';
import RightOutlined from '@ant-design/icons/RightOutlined';
import { Button } from 'antd';
import { useId } from 'react';
import { useUiState } from '../../../data/uiState/useUiState.ts';
import { browserTimeZone } from '../../../lib/hourClock.ts';
import fields from '../../../ui/fields.module.css';
import { type Choices, Select } from '../../../ui/fields.tsx';
import { addDays, daysBetween } from './days.ts';
import { PlanLegend } from './PlanLegend.tsx';
import styles from './plan.module.css';
import { rangeTitle } from './planRange.ts';
import { hasPlanFilters } from './planView.ts';
import type { Plan } from './usePlan.ts';

const ANY = '';
const NO_FILTERS = { page: '', tag: null, assistant: null } as const;
const SPAN_OPTIONS: Choices = [
  ['week', 'Week'],
  ['day', 'Day'],
];

export function PlanToolbar({ view, range, day, tags, assistants, changeView }: Plan) {
  const length = daysBetween(range.firstDay, range.lastDay) + 1;
  const move = (days: number) => changeView({ day: addDays(day, days) });
  const filtersId = useId();
  /** On a phone. In wider windows the filters are always shown. */
  const [areFiltersOpen, setAreFiltersOpen] = useUiState('plan.filters', false);
  return (
    <div className={`u-row u-gap8 ${styles.toolbar}`} data-open={areFiltersOpen}>
      <div className={`u-line u-gap8 ${styles.range}`}>
        <Button icon={<LeftOutlined />} aria-label={`Previous ${range.span}`} onClick={() => move(-length)} />
        <Button icon={<RightOutlined />} aria-label={`Next ${range.span}`} onClick={() => move(length)} />
        <h3 className="u-title u-tabular u-fill" aria-live="polite">
          {rangeTitle(range)}
        </h3>
        <Button
          className={styles.filterButton ?? ''}
          type={hasPlanFilters(view) ? 'primary' : 'default'}
          icon={<FilterOutlined />}
          aria-label="Filter"
          aria-expanded={areFiltersOpen}
          aria-controls={filtersId}
          onClick={() => setAreFiltersOpen(!areFiltersOpen)}
        />
      </div>
      <fieldset id={filtersId} aria-label="Time and filters" className={`u-row u-fieldset u-gap8 ${styles.filters}`}>
        <Button disabled={view.day === null} onClick={() => changeView({ day: null })}>
          Today
        </Button>
        <Select
          className={styles.filter}
          aria-label="Time shown"
          value={view.span}
          options={SPAN_OPTIONS}
          onChange={(span) => changeView({ span: span === 'day' ? 'day' : 'week' })}
        />
        <input
          type="search"
          className={`${fields.input} ${styles.filter}`}
          aria-label="Filter by page"
          placeholder="Filter by page..."
          value={view.page}
          onChange={({ target }) => changeView({ page: target.value })}
        />
        <Select
          className={styles.filter}
          aria-label="Tag"
          value={view.tag ?? ANY}
          options={[[ANY, 'Any tag'], ...tags.map((tag) => [tag, `#${tag}`] as const)]}
          onChange={(tag) => changeView({ tag: tag || null })}
        />
        <Select
          className={styles.filter}
          aria-label="Assistant"
          value={view.assistant ?? ANY}
          options={[
            [ANY, 'Any assistant'],
            ...assistants.map(({ _id, name }) => [_id, name || '(Unnamed Assistant)'] as const),
          ]}
          onChange={(assistant) => changeView({ assistant: assistant || null })}
        />
        {hasPlanFilters(view) && (
          <Button type="link" onClick={() => changeView(NO_FILTERS)}>
            Clear filters
          </Button>
        )}
      </fieldset>
      <p className={`u-muted u-fine u-flush ${styles.assumptions}`}>
        Times in {browserTimeZone()}. Planned ones are the earliest, if posting is on and the credits suffice.
      </p>
      {view.plan === 'calendar' && <PlanLegend />}
    </div>
  );
}
