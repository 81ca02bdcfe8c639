import { MAX_PAUSE_SENTENCE_LENGTH } from '@flyerdeck/contracts/admin.values';
import type { AdminStats } from '@flyerdeck/contracts/types';
import { Alert, Button, Flex, Input, Typography } from 'antd';
import { useSetClaimPauseMutation } from '../../../data/admin/adminOperationApi.ts';
import { useUiState } from '../../../data/uiState/useUiState.ts';
import { formatDateTime } from '../../../lib/formatDate.ts';
import { FailureAlert } from '../../../ui/notices.tsx';
import { MountedDialog } from '../layout/MountedDialog.tsx';

function PauseDialog({ onClose }: { onClose(): void }) {
  const [sentence, setSentence] = useUiState('claimPause.sentence', '');
  const [pause, { isLoading, error }] = useSetClaimPauseMutation();
  const apply = async () => {
    const answer = await pause({ body: { sentence: sentence.trim() } });
    if (!answer.error) onClose();
  };
  return (
    <MountedDialog
      title="Pause posting for everybody?"
      width={460}
      okText="Pause Posting"
      okButtonProps={{ danger: true, disabled: !sentence.trim(), loading: isLoading }}
      onOk={apply}
      onClose={onClose}
    >
      <Flex vertical gap="small">
        <Typography.Text>
          No page of any user gets a posting until the pause is ended here. Postings that have begun are finished.
        </Typography.Text>
        <Input
          aria-label="What users are told"
          placeholder="What users are told"
          maxLength={MAX_PAUSE_SENTENCE_LENGTH}
          autoComplete="off"
          value={sentence}
          onChange={({ target }) => setSentence(target.value)}
        />
        <FailureAlert error={error} fallback="Failed to pause posting" />
      </Flex>
    </MountedDialog>
  );
}

export default function ClaimPause({ pause }: { readonly pause: AdminStats['claim_pause'] }) {
  const [resume, { isLoading, error }] = useSetClaimPauseMutation();
  const [isAsking, setIsAsking] = useUiState('claimPause.isAsking', false);
  return (
    <Flex vertical gap="small" align="flex-start" style={{ marginTop: 12 }}>
      <FailureAlert error={error} fallback="Failed to resume posting" />
      {!pause && <Button onClick={() => setIsAsking(true)}>Pause posting for everybody…</Button>}
      {pause && (
        <Alert
          type="warning"
          showIcon
          style={{ width: '100%' }}
          title={`Posting is paused for everybody: ${pause.sentence}`}
          description={`By ${pause.admin_name}, ${formatDateTime(pause.since)}`}
          action={
            <Button loading={isLoading} onClick={() => resume({ body: { sentence: null } })}>
              Resume Posting
            </Button>
          }
        />
      )}
      {isAsking && <PauseDialog onClose={() => setIsAsking(false)} />}
    </Flex>
  );
}
