import type { Assistant } from '@flyerdeck/contracts/types';
import { AssistantActions } from './AssistantActions.tsx';
import styles from './AssistantPanel.module.css';
import type { AssistantDrafts } from './drafts/assistantDrafts.ts';
import { AddToQueue } from './queueing/AddToQueue.tsx';
import { AssistantSettings } from './settings/AssistantSettings.tsx';
import type { SettingsDraft } from './settings/useSettingsDraft.ts';
import { AssistantTasks } from './tasks/AssistantTasks.tsx';

interface AssistantPanelProps {
  assistant: Assistant;
  draft: SettingsDraft;
  drafts: AssistantDrafts;
  takesPagePaste: boolean;
}

/** What to post on one side, where and when on the other. */
export function AssistantPanel({ assistant, draft, drafts, takesPagePaste }: AssistantPanelProps) {
  return (
    <div className={styles.panel}>
      <div className={styles.column}>
        <AssistantTasks assistant={assistant} drafts={drafts} takesPagePaste={takesPagePaste} />
      </div>
      <div className={styles.column}>
        <AssistantSettings draft={draft} isQueued={assistant.status !== 'waiting'} />
        <AddToQueue assistant={assistant} draft={draft} drafts={drafts} />
        <AssistantActions assistant={assistant} />
      </div>
    </div>
  );
}
