import { browserTimeZone } from '../../../lib/browserTimeZone.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { PlanRows } from './PlanRows.tsx';
import { PlanToolbar } from './PlanToolbar.tsx';
import { hasPlanFilters, type PlanView } from './planView.ts';
import { usePlan } from './usePlan.ts';

/** What pages will post and have posted, as a list or a calendar. */
export default function QueuePlan() {
  const plan = usePlan();
  const { view, range, rows, isLoading, failure, reload } = plan;
  return (
    <section aria-label="Plan" className="u-grid u-gap12">
      <PlanToolbar {...plan} />
      <p className="u-muted u-fine u-flush">
        Times are in your time zone ({browserTimeZone()}). Planned times assume that posting is on, pages are online and
        the credits suffice.{view.plan === 'calendar' && ' Solid frames are posted, dashed ones planned.'}
      </p>
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
