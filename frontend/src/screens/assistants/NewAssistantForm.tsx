import PlusOutlined from '@ant-design/icons/PlusOutlined';
import { MAX_NAME_LENGTH } from '@flyerdeck/contracts/values/endpoint';
import { Button } from 'antd';
import type { FormEvent } from 'react';
import { useCreateAssistantMutation } from '../../data/assistants/assistantsApi.ts';
import { useUiState } from '../../data/uiState/useUiState.ts';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import fields from '../../ui/fields.module.css';
import styles from './assistants.module.css';
import { failureText } from './failureText.ts';

/** Creates a waiting assistant. The name is optional. */
export function NewAssistantForm() {
  const [name, setName] = useUiState('newAssistant', '');
  const [create, { isLoading, error }] = useCreateAssistantMutation();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const trimmed = name.trim();
    const result = await create({ body: trimmed ? { name: trimmed } : {} });
    if (!result.error) setName('');
  };

  return (
    <form className="u-row u-gap8" onSubmit={(event) => void submit(event)}>
      <input
        className={`${fields.input} ${styles.newName}`}
        aria-label="Name of the new assistant"
        placeholder="Name (optional)"
        maxLength={MAX_NAME_LENGTH}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="primary" htmlType="submit" icon={<PlusOutlined aria-hidden />} disabled={isLoading}>
        New assistant
      </Button>
      {error && (
        <div className="u-full">
          <ErrorAlert message={failureText('Failed to create assistant.', error)} />
        </div>
      )}
    </form>
  );
}
