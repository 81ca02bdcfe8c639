import type { Assistant } from '@flyerdeck/contracts/types';
import { Button } from 'antd';
import { useId, useState } from 'react';
import { useAppDispatch } from '../../../app/hooks.ts';
import { useAddToQueueMutation } from '../../../data/assistants/assistantsApi.ts';
import { saveDrafts } from '../../../data/drafts/draftThunks.ts';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import fields from '../../../ui/fields.module.css';
import { SuccessNote } from '../../../ui/SuccessNote.tsx';
import { addToQueueObstacle } from '../assistantRules.ts';
import { failureText } from '../failureText.ts';
import type { SettingsDraft } from '../settings/useSettingsDraft.ts';
import styles from './AddToQueue.module.css';
import { ForecastBox } from './ForecastBox.tsx';

interface AddToQueueProps {
  assistant: Assistant;
  draft: SettingsDraft;
}

type Progress = 'idle' | 'saving' | 'adding';

/** Saves what is unsaved, then queues: what is posted is what the person sees. */
export function AddToQueue({ assistant, draft }: AddToQueueProps) {
  const dispatch = useAppDispatch();
  const [addToQueue] = useAddToQueueMutation();
  const [progress, setProgress] = useState<Progress>('idle');
  const [failure, setFailure] = useState<string | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  const obstacleId = useId();
  const obstacle = addToQueueObstacle(draft.settings);

  const add = async () => {
    setFailure(null);
    setProgress('saving');
    if (await dispatch(saveDrafts(assistant._id))) {
      setProgress('adding');
      const { data, error } = await addToQueue({ id: assistant._id });
      if (error) setFailure(failureText('Failed to add to queue.', error));
      else setMessage(data.message);
    } else {
      setFailure('Failed to add to queue. Some changes or flyers are not saved yet.');
    }
    setProgress('idle');
  };

  return (
    <section className="u-stack u-gap12">
      {assistant.status === 'waiting' && <ForecastBox assistant={assistant} hasUnsavedEdits={draft.hasUnsaved} />}
      <div className={`u-row ${styles.line}`}>
        <Button
          type="primary"
          disabled={obstacle !== null || progress !== 'idle'}
          aria-describedby={obstacle ? obstacleId : undefined}
          onClick={() => void add()}
        >
          Add to Queue
        </Button>
        {progress === 'saving' && <span className={fields.hint}>Saving changes first...</span>}
        {obstacle && (
          <span id={obstacleId} className={fields.hint}>
            {obstacle}
          </span>
        )}
      </div>
      {failure && <ErrorAlert message={failure} />}
      {message && <SuccessNote>{message}</SuccessNote>}
    </section>
  );
}
