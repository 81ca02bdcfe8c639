import type { Assistant } from '@flyerdeck/contracts/types';
import { AssistantActions } from './AssistantActions.tsx';
import styles from './assistants.module.css';
import { AddToQueue } from './queueing/AddToQueue.tsx';
import { RepeatSection } from './repeats/RepeatSection.tsx';
import { AssistantSettings } from './settings/AssistantSettings.tsx';
import type { SettingsDraft } from './settings/useSettingsDraft.ts';
import { AssistantTasks } from './tasks/AssistantTasks.tsx';

interface AssistantPanelProps {
  assistant: Assistant;
  draft: SettingsDraft;
  takesPagePaste: boolean;
}

/** The flyers in one column; settings, forecast and actions in the other. */
export function AssistantPanel({ assistant, draft, takesPagePaste }: AssistantPanelProps) {
  return (
    <div className={`u-stack ${styles.assistantPanel}`}>
      <div className={`u-stack u-shrink ${styles.column}`}>
        <AssistantTasks assistant={assistant} takesPagePaste={takesPagePaste} />
      </div>
      <div className={`u-stack u-shrink ${styles.column}`}>
        <AssistantSettings draft={draft} isQueued={assistant.status !== 'waiting'} />
        <AddToQueue assistant={assistant} draft={draft} />
        <RepeatSection assistant={assistant} />
        <AssistantActions assistant={assistant} />
      </div>
    </div>
  );
}
