import type { Assistant } from '@flyerdeck/contracts/types';
import { Button } from 'antd';
import { type FormEvent, useState } from 'react';
import { useSaveRepeatMutation } from '../../../data/assistants/assistantsApi.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import fieldStyles from '../../../ui/fields.module.css';
import { displayName } from '../assistantRules.ts';
import { failureText } from '../failureText.ts';
import { RepeatFieldset } from './RepeatFieldset.tsx';
import { initialFields, repeatBody } from './repeatFields.ts';

interface RepeatDialogProps {
  readonly assistant: Assistant;
  readonly open: boolean;
  onClose(): void;
}

// Plain inputs, as in the rest of the tab: antd's form widgets would enlarge the first load of the admin screens that share them.
function RepeatForm({ assistant: { _id: id, repeat }, onClose }: Omit<RepeatDialogProps, 'open'>) {
  const [initial] = useState(() => initialFields(repeat));
  const [fields, setFields] = useState(initial);
  const [save, { isLoading, error }] = useSaveRepeatMutation();
  const body = repeatBody(fields);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!body || isLoading) return;
    const { data } = await save({ id, body });
    if (data) onClose();
  };

  return (
    <form className="u-grid u-gap12" onSubmit={(event) => void submit(event)}>
      <p className={fieldStyles.hint}>
        Each time, a copy of this assistant with all its flyers is added to the queue. Runs that are missed are skipped.
      </p>
      <RepeatFieldset
        fields={fields}
        storedZone={initial.time_zone}
        runsDone={repeat?.runs ?? 0}
        onChange={(changes) => setFields((before) => ({ ...before, ...changes }))}
      />
      {error && <ErrorAlert message={failureText('Failed to save the repeat.', error)} />}
      <div className="u-row u-end u-gap8">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="primary" htmlType="submit" disabled={body === null || isLoading}>
          Save
        </Button>
      </div>
    </form>
  );
}

export default function RepeatDialog({ assistant, open, onClose }: RepeatDialogProps) {
  return (
    <Dialog open={open} title={`Repeat ${displayName(assistant)}`} width={480} onClose={onClose} destroyOnHidden>
      <RepeatForm assistant={assistant} onClose={onClose} />
    </Dialog>
  );
}
