import type { Assistant } from '@flyerdeck/contracts/types';
import { Button } from 'antd';
import { useId, useState } from 'react';
import { useAppDispatch } from '../../../app/hooks.ts';
import { useAddToQueueMutation } from '../../../data/assistants/assistantsSlice.ts';
import { saveDrafts } from '../../../data/drafts/draftThunks.ts';
import { ErrorAlert, SuccessNote } from '../../../ui/notices.tsx';
import { addToQueueObstacle } from '../assistantRules.ts';
import styles from '../assistants.module.css';
import type { SettingsDraft } from '../settings/AssistantSettings.tsx';
import { failureText } from '../useAction.ts';

/** Queues an assistant. Saves unsaved edits before, so that the posts are what the user sees. */
export function useAddToQueue() {
  const dispatch = useAppDispatch();
  const [addToQueue, { isLoading, data, error, reset }] = useAddToQueueMutation();
  const [saving, setSaving] = useState<'idle' | 'running' | 'failed'>('idle');

  const add = async (id: string) => {
    reset();
    setSaving('running');
    const isSaved = await dispatch(saveDrafts(id));
    setSaving(isSaved ? 'idle' : 'failed');
    if (isSaved) await addToQueue({ id });
  };

  const notSaved = saving === 'failed' ? 'Failed to add to queue. Some changes or flyers are not saved yet.' : null;
  return {
    add,
    isSaving: saving === 'running',
    isBusy: saving === 'running' || isLoading,
    failure: error ? failureText('Failed to add to queue.', error) : notSaved,
    data,
  };
}

interface AddToQueueProps {
  assistant: Assistant;
  draft: SettingsDraft;
}

/** While the assistant is waiting, it stays at the bottom of the window as long as the panel is in view. */
export function AddToQueue({ assistant, draft }: AddToQueueProps) {
  const { add, isSaving, isBusy, failure, data } = useAddToQueue();
  const obstacleId = useId();
  const obstacle = addToQueueObstacle(draft.settings);

  return (
    <section className={`u-stack u-gap8 ${styles.queueBar}`} data-sticky={assistant.status === 'waiting'}>
      <div className={`u-row ${styles.addToQueue}`}>
        <Button
          type="primary"
          disabled={obstacle !== null || isBusy}
          aria-describedby={obstacle ? obstacleId : undefined}
          onClick={() => void add(assistant._id)}
        >
          Add to Queue
        </Button>
        {isSaving && <span className="u-flush u-muted u-small">Saving changes first...</span>}
        {obstacle && (
          <span id={obstacleId} className="u-flush u-muted u-small">
            {obstacle}
          </span>
        )}
      </div>
      {failure && <ErrorAlert message={failure} />}
      {assistant.queueing && <QueueingProgress {...assistant.queueing} />}
      {data && !data.assistant.queueing && <SuccessNote>{data.message}</SuccessNote>}
    </section>
  );
}

function QueueingProgress({ added, postings }: NonNullable<Assistant['queueing']>) {
  const labelId = useId();
  return (
    <div className="u-grid u-gap8">
      <progress aria-labelledby={labelId} value={added} max={postings} className="u-full" />
      <span id={labelId} className="u-tabular u-flush u-muted u-small">
        {added.toLocaleString()} of {postings.toLocaleString()} postings are in the queue. Posting starts when all are.
      </span>
    </div>
  );
}
