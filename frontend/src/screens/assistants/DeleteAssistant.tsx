import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import type { Assistant } from '@flyerdeck/contracts/types';
import { Button } from 'antd';
import { useDeleteAssistantMutation } from '../../data/assistants/assistantsApi.ts';
import { useUiState } from '../../data/uiState/useUiState.ts';
import { LazyConfirmDialog } from '../../ui/lazyPart.tsx';
import { ErrorAlert } from '../../ui/notices.tsx';
import { displayName } from './assistantRules.ts';
import { failureText } from './failureText.ts';

export function DeleteAssistant({ assistant }: { readonly assistant: Assistant }) {
  // Null until the dialog is first opened. After that it stays mounted, so that its closing is animated.
  const [isAsking, setIsAsking] = useUiState<boolean | null>(`deleteAssistant/${assistant._id}`, null);
  const [deleteAssistant, { isLoading, error, reset }] = useDeleteAssistantMutation();

  return (
    <>
      <Button danger icon={<DeleteOutlined aria-hidden />} onClick={() => setIsAsking(true)}>
        Delete assistant
      </Button>
      {isAsking !== null && (
        <LazyConfirmDialog
          open={isAsking}
          title={`Delete ${displayName(assistant)}?`}
          action="Delete"
          busy={isLoading}
          onConfirm={() => void deleteAssistant({ id: assistant._id })}
          onCancel={() => {
            setIsAsking(false);
            reset();
          }}
        >
          <p>Its flyers are archived, and what waits is cancelled. What is posted stays.</p>
          {error && <ErrorAlert message={failureText('Failed to delete assistant.', error)} />}
        </LazyConfirmDialog>
      )}
    </>
  );
}
