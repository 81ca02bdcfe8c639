import CalendarOutlined from '@ant-design/icons/CalendarOutlined';
import CaretRightFilled from '@ant-design/icons/CaretRightFilled';
import CheckSquareOutlined from '@ant-design/icons/CheckSquareOutlined';
import ClearOutlined from '@ant-design/icons/ClearOutlined';
import PauseOutlined from '@ant-design/icons/PauseOutlined';
import UnorderedListOutlined from '@ant-design/icons/UnorderedListOutlined';
import { QUEUE_POLL_INTERVAL_MS, type QueueTab as QueueTabName } from '@flyerdeck/contracts/queue.values';
import type { QueueInfo } from '@flyerdeck/contracts/types';
import { Button } from 'antd';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useAppDispatch, useUrlParams } from '../../app/hooks.ts';
import { errorSentence, failureSentence } from '../../data/apiError.ts';
import { useGetBalanceQuery } from '../../data/credits/creditsApi.ts';
import {
  queueApi,
  useQueueInfoQuery,
  useQueueStatusQuery,
  useStartQueueMutation,
  useStopQueueMutation,
} from '../../data/queue/queueApi.ts';
import { useArchiveFinalizedMutation } from '../../data/tasks/tasksApi.ts';
import { useUiState } from '../../data/uiState/useUiState.ts';
import { counted } from '../../lib/numbers.ts';
import { wakeExtension } from '../../lib/pages.ts';
import { ErrorAlert, Skeleton } from '../../ui/notices.tsx';
import { TabBar, tabIds } from '../../ui/TabBar.tsx';
import { type PlanLayout, planViewOf, withPlanView } from './plan/planView.ts';
import { QueueTaskList } from './QueueTaskList.tsx';
import styles from './queue.module.css';
import { Snackbar, useSnackbar } from './Snackbar.tsx';

const CHOICES = [
  { value: null, label: 'Tasks', icon: <CheckSquareOutlined aria-hidden /> },
  { value: 'list', label: 'List', icon: <UnorderedListOutlined aria-hidden /> },
  { value: 'calendar', label: 'Calendar', icon: <CalendarOutlined aria-hidden /> },
] as const;

interface PlanSwitchProps {
  readonly chosen: PlanLayout | null;
  onChange(plan: PlanLayout | null): void;
}

const PlanSwitch = ({ chosen, onChange }: PlanSwitchProps) => (
  <fieldset aria-label="View" className={`u-fieldset u-line u-gap4 ${styles.views}`}>
    {CHOICES.map(({ value, label, icon }) => (
      <Button
        key={label}
        color={value === chosen ? 'primary' : 'default'}
        variant={value === chosen ? 'filled' : 'text'}
        icon={icon}
        aria-pressed={value === chosen}
        onClick={() => onChange(value)}
      >
        {label}
      </Button>
    ))}
  </fieldset>
);

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
  const countsAlert = queue.countsFailure && <ErrorAlert message={queue.countsFailure} onRetry={queue.reloadCounts} />;

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
      {plan ? (
        <>
          {countsAlert}
          <Suspense fallback={<Skeleton label="Loading the plan" />}>
            <QueuePlan />
          </Suspense>
        </>
      ) : (
        <>
          <TabBar<QueueTabName>
            id={TABS_ID}
            label="Tasks"
            tabs={TABS.map(({ key, label }) => ({ key, label: `${label} (${queue.counts?.[key] ?? UNKNOWN_COUNT})` }))}
            active={shownTab}
            onSelect={setShownTab}
          />
          {countsAlert}
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

type QueueState = ReturnType<typeof useQueueState>;

const POLLING = { pollingInterval: QUEUE_POLL_INTERVAL_MS, skipPollingIfUnfocused: true };

const countsOf = (info: QueueInfo): Readonly<Record<QueueTabName, number>> => ({
  queue: info.queue_count,
  completed: info.completed_count,
  failed: info.failed_count,
  in_progress: info.in_progress_count,
});

function useQueueState() {
  const status = useQueueStatusQuery(undefined, POLLING);
  const info = useQueueInfoQuery(undefined, POLLING);
  // Posting spends credits, which the header shows.
  useGetBalanceQuery(undefined, POLLING);

  return {
    isPostingActive: status.data?.is_posting_active ?? false,
    isSwitchUnknown: !status.data && !status.isError,
    currentTaskId: status.data?.current_task_id ?? null,
    counts: info.data ? countsOf(info.data) : null,
    posted: info.data?.posted_count ?? 0,
    countsFailure: failureSentence(info.error, 'Failed to fetch queue info.'),
    reloadCounts: info.refetch,
  };
}

interface QueueHeaderProps {
  queue: QueueState;
  views: ReactNode;
  showMessage(text: string, options?: { isError: boolean }): void;
}

const reloadStatus = () => queueApi.endpoints.queueStatus.initiate(undefined, { subscribe: false, forceRefetch: true });

/** Spec section 4, 'Posting switch' and 'Retry and archive'; messages: section 8, 'Pages and queue'. */
function QueueHeader({ queue, views, showMessage }: QueueHeaderProps) {
  const { isPostingActive, isSwitchUnknown, currentTaskId, counts, posted } = queue;
  const dispatch = useAppDispatch();
  const [start] = useStartQueueMutation();
  const [stop] = useStopQueueMutation();
  const [isSwitching, setIsSwitching] = useState(false);
  const [archive, { isLoading: isClearing }] = useArchiveFinalizedMutation();
  const showFailure = (error: unknown, fallback: string) =>
    showMessage(`Error: ${errorSentence(error, fallback)}`, { isError: true });

  /** The switch stays disabled until the new status is loaded, so that a second click does not repeat the request. */
  const switchPosting = async (to: 'start' | 'stop') => {
    setIsSwitching(true);
    const { error } = await (to === 'start' ? start() : stop());
    if (error) showFailure(error, `Failed to ${to} queue.`);
    else {
      showMessage(`Queue processing ${to} requested.`);
      if (to === 'start') wakeExtension();
    }
    await dispatch(reloadStatus());
    setIsSwitching(false);
  };
  const clearCompleted = async () => {
    const { error } = await archive();
    if (!error) return showMessage('Finalized tasks cleared successfully.');
    // The spec has different sentences for an error response and for no response.
    const isAnswered = 'status' in error && error.status > 0;
    showFailure(error, isAnswered ? 'Failed to clear finalized tasks.' : 'Failed to clear tasks.');
  };

  const hasNothingToClear = !counts || (counts.completed === 0 && counts.failed === 0);
  const hasNothingToStart = !counts || counts.queue === 0;
  return (
    <header className="u-row u-spread u-gap12 u-below8">
      <h2 className={`u-flush u-bold ${styles.title}`}>Posting Queue</h2>
      <p className={`u-muted u-fine u-flush u-break ${styles.state}`} aria-live="polite">
        {posted > 0 && (
          <span>
            {counted(posted, 'flyer')} {posted === 1 ? 'is posted, its' : 'are posted, their'} screenshots are being
            made
          </span>
        )}
        {isPostingActive && currentTaskId && <span>Processing task: {currentTaskId}</span>}
      </p>
      {views}
      <div className={`u-wrap u-gap8 ${styles.buttons}`}>
        <Button
          icon={<ClearOutlined aria-hidden />}
          disabled={hasNothingToClear || isClearing}
          onClick={clearCompleted}
        >
          Clear Completed
        </Button>
        {isPostingActive ? (
          <Button icon={<PauseOutlined aria-hidden />} disabled={isSwitching} onClick={() => switchPosting('stop')}>
            Pause Posting
          </Button>
        ) : (
          <Button
            type="primary"
            icon={<CaretRightFilled aria-hidden />}
            disabled={hasNothingToStart || isSwitchUnknown || isSwitching}
            onClick={() => switchPosting('start')}
          >
            Start Posting
          </Button>
        )}
      </div>
    </header>
  );
}
