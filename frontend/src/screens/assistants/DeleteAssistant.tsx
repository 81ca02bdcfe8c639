import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import type { Assistant } from '@flyerdeck/contracts/types';
import { Button } from 'antd';
import { useState } from 'react';
import { useDeleteAssistantMutation } from '../../data/assistants/assistantsApi.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { displayName } from './assistantRules.ts';
import { failureText } from './failureText.ts';

interface DeleteAssistantProps {
  assistant: Assistant;
}

export function DeleteAssistant({ assistant }: DeleteAssistantProps) {
  const [isAsking, setIsAsking] = useState(false);
  const [deleteAssistant, { isLoading, error, reset }] = useDeleteAssistantMutation();

  const close = () => {
    setIsAsking(false);
    reset();
  };

  return (
    <>
      <Button danger icon={<DeleteOutlined aria-hidden />} onClick={() => setIsAsking(true)}>
        Delete assistant
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={`Delete ${displayName(assistant)}?`}
        action="Delete"
        busy={isLoading}
        onConfirm={() => void deleteAssistant({ id: assistant._id })}
        onCancel={close}
      >
        <p>Its flyers are archived and the posts that still wait are cancelled. What is posted stays posted.</p>
        {error && <ErrorAlert message={failureText('Failed to delete assistant.', error)} />}
      </ConfirmDialog>
    </>
  );
}
