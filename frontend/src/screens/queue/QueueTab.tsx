import type { QueueTab as QueueTabName } from '@flyerdeck/contracts/statuses';
import { Tabs } from 'antd';
import { useState } from 'react';
import { QueueHeader } from './QueueHeader.tsx';
import { QUEUE_TAB_LABELS, QUEUE_TABS } from './queueTabs.ts';
import { Snackbar, useSnackbar } from './Snackbar.tsx';
import { TaskList } from './TaskList.tsx';
import { useQueueActions } from './useQueueActions.ts';
import { useQueueState } from './useQueueState.ts';

export default function QueueTab() {
  const [shownTab, setShownTab] = useState<QueueTabName>('queue');
  const queue = useQueueState();
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
      <Tabs
        activeKey={shownTab}
        onChange={(key) => setShownTab(key as QueueTabName)}
        destroyOnHidden
        items={QUEUE_TABS.map((tab) => ({
          key: tab,
          label: `${QUEUE_TAB_LABELS[tab]} (${queue.counts?.[tab] ?? 0})`,
          children: <TaskList tab={tab} count={queue.counts?.[tab] ?? null} currentTaskId={queue.currentTaskId} />,
        }))}
      />
      <Snackbar message={snackbar.message} hide={snackbar.hide} />
    </section>
  );
}
