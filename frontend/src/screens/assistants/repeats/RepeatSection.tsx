import FieldTimeOutlined from '@ant-design/icons/FieldTimeOutlined';
import type { Assistant } from '@flyerdeck/contracts/types';
import { Button } from 'antd';
import { useState } from 'react';
import { useDeleteRepeatMutation, usePauseRepeatMutation } from '../../../data/assistants/assistantsSlice.ts';
import { lazyPart } from '../../../ui/lazyPart.tsx';
import { ErrorAlert } from '../../../ui/notices.tsx';
import { useAction } from '../assistantRules.ts';
import styles from '../assistants.module.css';
import { formatRunTime, repeatSentence } from './repeatSentence.ts';

// Loaded on first use, because its form is larger than the tab's code.
const RepeatDialog = lazyPart(() => import('./RepeatDialog.tsx'));

export function RepeatSection({ assistant }: { readonly assistant: Assistant }) {
  const { _id: id, repeat } = assistant;
  // Null until the dialog is first opened. After that it stays mounted, so that its closing is animated.
  const [isOpen, setIsOpen] = useState<boolean | null>(null);
  const [pause] = usePauseRepeatMutation();
  const [remove] = useDeleteRepeatMutation();
  const { isBusy, failure, run } = useAction();

  return (
    <fieldset className="u-fieldset u-grid u-gap8" aria-label="Repeat">
      {repeat && (
        <p className="u-flush">
          <FieldTimeOutlined aria-hidden style={{ marginInlineEnd: 8 }} />
          {repeatSentence(repeat)}
        </p>
      )}
      {repeat?.last_run?.problem && (
        <p className="u-notice u-tone" data-tone="warning">
          The run of {formatRunTime(repeat.last_run.planned_at, repeat)} was not added to the queue.{' '}
          {repeat.last_run.problem}
        </p>
      )}
      <div className={`u-wrap u-gap8 ${styles.buttons}`}>
        <Button onClick={() => setIsOpen(true)}>{repeat ? 'Change repeat' : 'Repeat'}</Button>
        {repeat && repeat.next_at !== null && !repeat.is_paused && (
          <Button
            disabled={isBusy}
            onClick={() => run(pause({ id, body: { is_paused: true } }), 'Failed to pause the repeat.')}
          >
            Pause repeat
          </Button>
        )}
        {repeat?.is_paused && (
          <Button
            disabled={isBusy}
            onClick={() => run(pause({ id, body: { is_paused: false } }), 'Failed to resume the repeat.')}
          >
            Resume repeat
          </Button>
        )}
        {repeat && (
          <Button disabled={isBusy} onClick={() => run(remove({ id }), 'Failed to delete the repeat.')}>
            Delete repeat
          </Button>
        )}
      </div>
      {failure && <ErrorAlert message={failure} />}
      {isOpen !== null && <RepeatDialog assistant={assistant} open={isOpen} onClose={() => setIsOpen(false)} />}
    </fieldset>
  );
}
