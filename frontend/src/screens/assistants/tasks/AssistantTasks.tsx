import type { Assistant } from '@flyerdeck/contracts/types';
import { useId } from 'react';
import type { AssistantTaskStatus } from '../../../data/assistants/assistantsApi.ts';
import { useUiState } from '../../../data/uiState/useUiState.ts';
import { TabBar, tabIds } from '../../../ui/TabBar.tsx';
import styles from '../assistants.module.css';
import { FlyersEditor } from '../flyers/FlyersEditor.tsx';
import { AssistantTaskList } from './AssistantTaskList.tsx';

interface AssistantTasksProps {
  assistant: Assistant;
  takesPagePaste: boolean;
}

/** The assistant's active and archived flyers. They can be edited only while the assistant is waiting. */
export function AssistantTasks({ assistant, takesPagePaste }: AssistantTasksProps) {
  const [shown, setShown] = useUiState<AssistantTaskStatus>(`assistantTasks/${assistant._id}`, 'active');
  const tabsId = useId();
  const ids = tabIds(tabsId, shown);

  return (
    <section className="u-stack u-gap8">
      <div className={`u-row u-spread ${styles.tabs}`}>
        <h3 className="u-title">Flyers</h3>
        <TabBar<AssistantTaskStatus>
          id={tabsId}
          label="Which flyers"
          tabs={[
            { key: 'active', label: `Active (${assistant.active_task_count})` },
            { key: 'archived', label: `Archived (${assistant.archived_task_count})` },
          ]}
          active={shown}
          onSelect={setShown}
        />
      </div>
      <div id={ids.panel} role="tabpanel" aria-labelledby={ids.tab}>
        {shown === 'active' && assistant.status === 'waiting' ? (
          <FlyersEditor assistant={assistant} takesPagePaste={takesPagePaste} />
        ) : (
          <AssistantTaskList key={shown} assistant={assistant} status={shown} />
        )}
      </div>
    </section>
  );
}
