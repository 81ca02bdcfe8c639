import CalendarOutlined from '@ant-design/icons/CalendarOutlined';
import CheckSquareOutlined from '@ant-design/icons/CheckSquareOutlined';
import UnorderedListOutlined from '@ant-design/icons/UnorderedListOutlined';
import type { QueueTab as QueueTabName } from '@flyerdeck/contracts/values/queue';
import { Button } from 'antd';
import { lazy, type ReactNode, Suspense } from 'react';
import { useUrlParams } from '../../app/hooks.ts';
import { useUiState } from '../../data/uiState/useUiState.ts';
import { ErrorAlert, Skeleton } from '../../ui/notices.tsx';
import { TabBar, tabIds } from '../../ui/TabBar.tsx';
import { type PlanLayout, planViewOf, withPlanView } from './plan/planView.ts';
import { QueueHeader, useQueueState } from './QueueHeader.tsx';
import { QueueTaskList } from './QueueTaskList.tsx';
import styles from './queue.module.css';
import { Snackbar, useSnackbar } from './Snackbar.tsx';

interface ButtonSwitchProps<Value> {
  readonly label: string;
  readonly choices: readonly { readonly value: Value; readonly label: string; readonly icon: ReactNode }[];
  readonly chosen: Value;
  readonly className: string;
  onChange(value: Value): void;
}

function ButtonSwitch<Value>(props: ButtonSwitchProps<Value>) {
  return (
    <fieldset aria-label={props.label} className={`u-fieldset ${props.className}`}>
      {props.choices.map(({ value, label, icon }) => (
        <Button
          key={label}
          color={value === props.chosen ? 'primary' : 'default'}
          variant={value === props.chosen ? 'filled' : 'text'}
          icon={icon}
          aria-pressed={value === props.chosen}
          onClick={() => props.onChange(value)}
        >
          {label}
        </Button>
      ))}
    </fieldset>
  );
}

const CHOICES = [
  { value: null, label: 'Tasks', icon: <CheckSquareOutlined aria-hidden /> },
  { value: 'list', label: 'List', icon: <UnorderedListOutlined aria-hidden /> },
  { value: 'calendar', label: 'Calendar', icon: <CalendarOutlined aria-hidden /> },
] as const;

const PlanSwitch = (props: { readonly chosen: PlanLayout | null; onChange(plan: PlanLayout | null): void }) => (
  <ButtonSwitch label="View" choices={CHOICES} className={`u-line u-gap4 ${styles.views}`} {...props} />
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
