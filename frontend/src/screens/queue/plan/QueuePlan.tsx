import { EmptyState, ErrorAlert, Skeleton } from '../../../ui/notices.tsx';
import { NextHour } from './NextHour.tsx';
import { PlanRows } from './PlanRows.tsx';
import { PlanToolbar } from './PlanToolbar.tsx';
import { hasPlanFilters, type PlanView } from './planView.ts';
import { usePlan } from './usePlan.ts';

/** What pages will post and have posted, as a list or a calendar. */
export default function QueuePlan() {
  const plan = usePlan();
  const { view, range, rows, isLoading, failure, reload } = plan;
  return (
    <section aria-label="Plan" className="u-stack u-gap12">
      <NextHour />
      <PlanToolbar {...plan} />
      {failure && <ErrorAlert message={failure} onRetry={reload} />}
      {isLoading && rows.length === 0 && <Skeleton label="Loading the plan" />}
      {!isLoading && !failure && rows.length === 0 && <EmptyState>{emptyText(view)}</EmptyState>}
      {rows.length > 0 && (
        <PlanRows
          key={`${view.plan} ${range.from} ${range.until}`}
          rows={rows}
          range={range}
          layout={view.plan ?? 'list'}
          assistant={view.assistant}
        />
      )}
    </section>
  );
}

const emptyText = (view: PlanView): string =>
  hasPlanFilters(view) ? 'No posts in this time match these filters.' : 'No posts in this time.';
