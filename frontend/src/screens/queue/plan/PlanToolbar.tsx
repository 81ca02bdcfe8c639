import LeftOutlined from '@ant-design/icons/LeftOutlined';
import RightOutlined from '@ant-design/icons/RightOutlined';
import { Button } from 'antd';
import fields from '../../../ui/fields.module.css';
import styles from './plan.module.css';
import { rangeTitle } from './planRange.ts';
import { hasPlanFilters, type PlanSpan } from './planView.ts';
import type { Plan } from './usePlan.ts';
import { addDays, daysBetween } from './zonedDays.ts';

const ANY = '';
const NO_FILTERS = { page: '', tag: null, assistant: null } as const;
const SPAN_LABELS: Readonly<Record<PlanSpan, string>> = { day: 'Day', week: 'Week' };
const selectClass = `${fields.input} ${fields.select} ${styles.filter}`;

/** The shown time, and the filters by page, tag and assistant. */
export function PlanToolbar({ view, range, day, tags, assistants, changeView }: Plan) {
  const length = daysBetween(range.firstDay, range.lastDay) + 1;
  const move = (days: number) => changeView({ day: addDays(day, days) });
  return (
    <div className="u-grid u-gap8">
      <div className="u-row u-gap8">
        <Button icon={<LeftOutlined />} aria-label={`Previous ${range.span}`} onClick={() => move(-length)} />
        <Button icon={<RightOutlined />} aria-label={`Next ${range.span}`} onClick={() => move(length)} />
        <Button disabled={view.day === null} onClick={() => changeView({ day: null })}>
          Today
        </Button>
        <h3 className={`u-title u-tabular ${styles.title}`} aria-live="polite">
          {rangeTitle(range)}
        </h3>
        <select
          className={`${selectClass} ${styles.span}`}
          aria-label="Time shown"
          value={view.span}
          onChange={({ target }) => changeView({ span: target.value === 'day' ? 'day' : 'week' })}
        >
          {(['week', 'day'] as const).map((span) => (
            <option key={span} value={span}>
              {SPAN_LABELS[span]}
            </option>
          ))}
        </select>
      </div>
      <fieldset aria-label="Filter" className={`u-row u-flush u-gap8 ${styles.filters}`}>
        <input
          type="search"
          className={`${fields.input} ${styles.filter}`}
          aria-label="Filter by page"
          placeholder="Filter by page..."
          value={view.page}
          onChange={({ target }) => changeView({ page: target.value })}
        />
        <select
          className={selectClass}
          aria-label="Tag"
          value={view.tag ?? ANY}
          onChange={({ target }) => changeView({ tag: target.value || null })}
        >
          <option value={ANY}>Any tag</option>
          {tags.map((tag) => (
            <option key={tag} value={tag}>
              #{tag}
            </option>
          ))}
        </select>
        <select
          className={selectClass}
          aria-label="Assistant"
          value={view.assistant ?? ANY}
          onChange={({ target }) => changeView({ assistant: target.value || null })}
        >
          <option value={ANY}>Any assistant</option>
          {assistants.map(({ _id, name }) => (
            <option key={_id} value={_id}>
              {name || '(Unnamed Assistant)'}
            </option>
          ))}
        </select>
        {hasPlanFilters(view) && (
          <Button type="link" onClick={() => changeView(NO_FILTERS)}>
            Clear filters
          </Button>
        )}
      </fieldset>
    </div>
  );
}
