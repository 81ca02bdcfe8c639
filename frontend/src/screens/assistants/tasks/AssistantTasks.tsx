import type { Assistant } from '@flyerdeck/contracts/types';
import { useId, useState } from 'react';
import type { AssistantDrafts } from '../drafts/assistantDrafts.ts';
import { FlyersEditor } from '../flyers/FlyersEditor.tsx';
import styles from './AssistantTasks.module.css';
import { TaskList } from './TaskList.tsx';

interface AssistantTasksProps {
  assistant: Assistant;
  drafts: AssistantDrafts;
  takesPagePaste: boolean;
}

type Shown = 'active' | 'archived';

/** The assistant's flyers: to be edited while it waits, to be looked at after; the archived ones on demand. */
export function AssistantTasks({ assistant, drafts, takesPagePaste }: AssistantTasksProps) {
  const [shown, setShown] = useState<Shown>('active');
  const headingId = useId();
  const choices = [
    { key: 'active', label: `Active (${assistant.active_task_count})` },
    { key: 'archived', label: `Archived (${assistant.archived_task_count})` },
  ] as const;

  return (
    <section className={styles.tasks} aria-labelledby={headingId}>
      <div className={styles.head}>
        <h4 id={headingId} className={styles.title}>
          Flyers
        </h4>
        <div className={styles.choices}>
          {choices.map(({ key, label }) => (
            <button
              key={key}
              type="button"
              className={styles.choice}
              aria-pressed={shown === key}
              onClick={() => setShown(key)}
            >
              {label}
            </button>
          ))}
        </div>
      </div>
      {shown === 'active' && assistant.status === 'waiting' ? (
        <FlyersEditor assistantId={assistant._id} drafts={drafts} takesPagePaste={takesPagePaste} />
      ) : (
        <TaskList key={shown} assistantId={assistant._id} status={shown} />
      )}
    </section>
  );
}
