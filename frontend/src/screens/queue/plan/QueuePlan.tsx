import FilterOutlined from '@ant-design/icons/FilterOutlined';
import LeftOutlined from '@ant-design/icons/LeftOutlined';
import RightOutlined from '@ant-design/icons/RightOutlined';
import { CALENDAR_PAGES } from '@flyerdeck/contracts/queue.values';
import type { CalendarPosting } from '@flyerdeck/contracts/types';
import { Button, Flex, Pagination } from 'antd';
import { useState } from 'react';
import { useAppSelector, useMediaQuery } from '../../../app/hooks.ts';
import { selectAllAssistants } from '../../../data/assistants/assistantsSlice.ts';
import { browserTimeZone } from '../../../lib/hourClock.ts';
import { tagsInUse } from '../../../lib/pages.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import fields from '../../../ui/fields.module.css';
import { Select } from '../../../ui/fields.tsx';
import { EmptyState, ErrorAlert, Skeleton } from '../../../ui/notices.tsx';
import { PlanCalendar } from './PlanCalendar.tsx';
import { NextHour, PlanList, PostingList } from './PlanList.tsx';
import styles from './plan.module.css';
import { rangeTitle } from './planRange.ts';
import { addDays, daysBetween, hasPlanFilters } from './planView.ts';
import { type Plan, usePlan } from './usePlan.ts';

const ANY = '';
const LEGEND = [
  ['posted', 'Posted'],
  ['planned', 'Planned'],
  ['failed', 'Some failed'],
] as const;

export default function QueuePlan() {
  const plan = usePlan();
  const { view, planned, tasks, number, showPart, failure, reload } = plan;
  const [opened, setOpened] = useState({ title: '', postings: [] as readonly CalendarPosting[], isOpen: false });
  const open = (title: string, postings: readonly CalendarPosting[]) => setOpened({ title, postings, isOpen: true });
  const Layout = view.plan === 'calendar' ? PlanCalendar : PlanList;
  return (
    <section aria-label="Plan" className="u-stack u-gap12">
      <NextHour {...plan} />
      <PlanToolbar {...plan} />
      {failure && <ErrorAlert message={failure} onRetry={reload} />}
      {!planned && !failure && <Skeleton label="Loading the plan" />}
      {planned && planned.total_pages === 0 && (
        <EmptyState>
          {hasPlanFilters(view) ? 'No posts in this time match these filters.' : 'No posts in this time.'}
        </EmptyState>
      )}
      {planned && planned.total_pages > 0 && (
        <>
          <Layout {...plan} onOpen={open} />
          <Pagination
            align="end"
            hideOnSinglePage
            showSizeChanger={false}
            pageSize={CALENDAR_PAGES}
            total={planned.total_pages}
            current={number}
            onChange={showPart}
          />
        </>
      )}
      <Dialog
        open={opened.isOpen}
        title={opened.title}
        width={560}
        onClose={() => setOpened({ ...opened, isOpen: false })}
      >
        <PostingList label={opened.title} postings={opened.postings} tasks={tasks} className={styles.dialogList} />
      </Dialog>
    </section>
  );
}

function PlanToolbar({ view, range, day, byGuid, changeView }: Plan) {
  const assistants = useAppSelector(selectAllAssistants);
  const isPhone = useMediaQuery('(max-width: 719px)');
  const [isOpen, setIsOpen] = useState(false);
  const length = daysBetween(range.firstDay, range.lastDay) + 1;
  const move = (days: number) => changeView({ day: addDays(day, days) });
  return (
    <Flex vertical gap="small">
      <Flex align="center" gap="small">
        <Button icon={<LeftOutlined />} aria-label={`Previous ${range.span}`} onClick={() => move(-length)} />
        <Button icon={<RightOutlined />} aria-label={`Next ${range.span}`} onClick={() => move(length)} />
        <h3 className="u-title u-tabular" aria-live="polite">
          {rangeTitle(range)}
        </h3>
        {isPhone && (
          <Button
            type={hasPlanFilters(view) ? 'primary' : 'default'}
            icon={<FilterOutlined />}
            aria-label="Filter"
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          />
        )}
      </Flex>
      <fieldset aria-label="Time and filters" className="u-row u-fieldset u-gap8" hidden={isPhone && !isOpen}>
        <Button disabled={view.day === null} onClick={() => changeView({ day: null })}>
          Today
        </Button>
        <Select
          className={styles.filter ?? ''}
          aria-label="Time shown"
          value={view.span}
          options={[
            ['week', 'Week'],
            ['day', 'Day'],
          ]}
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
          className={styles.filter ?? ''}
          aria-label="Tag"
          value={view.tag ?? ANY}
          options={[[ANY, 'Any tag'], ...tagsInUse([...byGuid.values()]).map((tag) => [tag, `#${tag}`] as const)]}
          onChange={(tag) => changeView({ tag: tag || null })}
        />
        <Select
          className={styles.filter ?? ''}
          aria-label="Assistant"
          value={view.assistant ?? ANY}
          options={[
            [ANY, 'Any assistant'],
            ...assistants.map(({ _id, name }) => [_id, name || '(Unnamed Assistant)'] as const),
          ]}
          onChange={(assistant) => changeView({ assistant: assistant || null })}
        />
        {hasPlanFilters(view) && (
          <Button type="link" onClick={() => changeView({ page: '', tag: null, assistant: null })}>
            Clear filters
          </Button>
        )}
      </fieldset>
      <p className="u-muted u-fine u-flush" hidden={isPhone && !isOpen}>
        Times in {browserTimeZone()}. Planned ones are the earliest, if posting is on and the credits suffice.
      </p>
      {view.plan === 'calendar' && (
        <ul className="u-list u-row u-muted u-small u-gap12" aria-label="Legend">
          {LEGEND.map(([state, label]) => (
            <li key={state} className="u-line u-gap6">
              <span className={styles.swatch} data-state={state} aria-hidden />
              {label}
            </li>
          ))}
          <li>2+3 ×1: posted + planned, failed</li>
        </ul>
      )}
    </Flex>
  );
}
