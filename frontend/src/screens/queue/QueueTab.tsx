import type { QueueTab as QueueTabName } from '@flyerdeck/contracts/values/queue';
import { lazy, Suspense } from 'react';
import { useUrlParams } from '../../app/hooks.ts';
import { useUiState } from '../../data/uiState/useUiState.ts';
import { ErrorAlert, Skeleton } from '../../ui/notices.tsx';
import { TabBar, tabIds } from '../../ui/TabBar.tsx';
import { PlanSwitch } from './PlanSwitch.tsx';
import { planViewOf, withPlanView } from './plan/planView.ts';
import { QueueHeader } from './QueueHeader.tsx';
import { QueueTaskList } from './QueueTaskList.tsx';
import { Snackbar, useSnackbar } from './Snackbar.tsx';
import { useQueueState } from './useQueueState.ts';

const QueuePlan = lazy(() => import('./plan/QueuePlan.tsx'));

const TABS_ID = 'queue';
const TABS: readonly { readonly key: QueueTabName; readonly label: string }[] = [
  { key: 'queue', label: 'Queue' },
  { key: 'completed', label: 'Completed' },
  { key: 'failed', label: 'Failed' },
  { key: 'in_progress', label: 'In Progress' },
];
const UNKNOWN_COUNT = '–';

export default function QueueTab() {
  const [shownTab, setShownTab] = useUiState<QueueTabName>('queueTab', 'queue');
  const [params, changeParams] = useUrlParams();
  const { plan } = planViewOf(params);
  const queue = useQueueState();
  const ids = tabIds(TABS_ID, shownTab);
  const snackbar = useSnackbar();

  return (
    <section aria-label="Posting Queue">
      <QueueHeader
        queue={queue}
        views={
          <PlanSwitch
            chosen={plan}
            onChange={(next) => changeParams((current) => withPlanView(current, { plan: next }), { replace: true })}
          />
        }
        showMessage={snackbar.show}
      />
      {queue.countsFailure && <ErrorAlert message={queue.countsFailure} onRetry={queue.reloadCounts} />}
      {plan ? (
        <Suspense fallback={<Skeleton label="Loading the plan" />}>
          <QueuePlan />
        </Suspense>
      ) : (
        <>
          <TabBar<QueueTabName>
            id={TABS_ID}
            label="Tasks"
            tabs={TABS.map(({ key, label }) => ({ key, label: `${label} (${queue.counts?.[key] ?? UNKNOWN_COUNT})` }))}
            active={shownTab}
            onSelect={setShownTab}
          />
          <div id={ids.panel} role="tabpanel" aria-labelledby={ids.tab} className="u-above12">
            <QueueTaskList
              key={shownTab}
              tab={shownTab}
              count={queue.counts?.[shownTab] ?? null}
              currentTaskId={queue.currentTaskId}
            />
          </div>
        </>
      )}
      <Snackbar message={snackbar.message} hide={snackbar.hide} />
    </section>
  );
}
