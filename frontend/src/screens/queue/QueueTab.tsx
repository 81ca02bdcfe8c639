import type { QueueTab as QueueTabName } from '@flyerdeck/contracts/statuses';
import { useState } from 'react';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { TabBar, tabIds } from '../../ui/TabBar.tsx';
import { QueueHeader } from './QueueHeader.tsx';
import styles from './QueueTab.module.css';
import { QueueTaskList } from './QueueTaskList.tsx';
import { QUEUE_TAB_LABELS, QUEUE_TABS } from './queueTabs.ts';
import { Snackbar, useSnackbar } from './Snackbar.tsx';
import { useQueueActions } from './useQueueActions.ts';
import { useQueueState } from './useQueueState.ts';

const TABS_ID = 'queue';
const UNKNOWN_COUNT = '–';

export default function QueueTab() {
  const [shownTab, setShownTab] = useState<QueueTabName>('queue');
  const queue = useQueueState();
  const ids = tabIds(TABS_ID, shownTab);
  const snackbar = useSnackbar();
  const actions = useQueueActions(snackbar);

  return (
    <section aria-label="Posting Queue">
      <QueueHeader
        queue={queue}
        isSwitching={actions.isSwitching}
        isClearing={actions.isClearing}
        onStart={() => void actions.startPosting()}
        onPause={() => void actions.pausePosting()}
        onClear={() => void actions.clearCompleted()}
      />
      {queue.countsFailure && <ErrorAlert message={queue.countsFailure} onRetry={queue.reloadCounts} />}
      <TabBar<QueueTabName>
        id={TABS_ID}
        label="Tasks"
        tabs={QUEUE_TABS.map((key) => ({
          key,
          label: `${QUEUE_TAB_LABELS[key]} (${queue.counts?.[key] ?? UNKNOWN_COUNT})`,
        }))}
        active={shownTab}
        onSelect={setShownTab}
      />
      <div id={ids.panel} role="tabpanel" aria-labelledby={ids.tab} className={styles.panel}>
        <QueueTaskList
          key={shownTab}
          tab={shownTab}
          count={queue.counts?.[shownTab] ?? null}
          currentTaskId={queue.currentTaskId}
        />
      </div>
      <Snackbar message={snackbar.message} hide={snackbar.hide} />
    </section>
  );
}
