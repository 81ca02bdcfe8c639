import { MAX_PROBLEM_SENTENCE_LENGTH } from '@flyerdeck/contracts/problemReports.values';
import { Button, Flex, Input } from 'antd';
import { type FormEvent, useId } from 'react';
import { errorSentence } from '../../data/apiError.ts';
import { useReportProblemMutation } from '../../data/problemReports/problemReportsApi.ts';
import { selectCurrentUser } from '../../data/session/sessionSlice.ts';
import { useUiState } from '../../data/uiState/useUiState.ts';
import { useClosingConfirmation } from '../../telegram/closingConfirmation.ts';
import { ErrorAlert, SuccessNote } from '../../ui/notices.tsx';
import { useAppSelector } from '../hooks.ts';
import { OpenedDialog } from '../OpenedDialog.tsx';
import '../../replay/report/makeReport.ts';

export default function ReportDialog({ onClose }: { onClose(): void }) {
  return (
    <OpenedDialog name="reportProblem.open" title="Report a problem" width={520} onClosed={onClose}>
      {(close) => <ReportForm onClose={close} />}
    </OpenedDialog>
  );
}

function ReportForm({ onClose }: { onClose(): void }) {
  const id = useId();
  const isAdmin = useAppSelector(selectCurrentUser)?.is_admin;
  const [sentence, setSentence] = useUiState('reportProblem.sentence', '');
  const [send, { data: sent, error, isLoading }] = useReportProblemMutation();
  const isBlank = sentence.trim() === '';
  useClosingConfirmation(!isBlank && !sent);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBlank && !isLoading) void send({ sentence: sentence.trim() });
  };

  if (sent)
    return (
      <Flex vertical gap="middle">
        <SuccessNote>
          Thank you, the report was sent. Its number is {sent.id.slice(0, 8)}.
          {sent.is_cut && ' The log was larger than 2 MB: only its newest part was sent.'}
        </SuccessNote>
        <Flex justify="end">
          <Button type="primary" onClick={onClose}>
            Close
          </Button>
        </Flex>
      </Flex>
    );
  return (
    <form onSubmit={submit}>
      <label htmlFor={id} className="u-medium">
        What went wrong?
      </label>
      <Input.TextArea
        id={id}
        style={{ marginTop: 6 }}
        value={sentence}
        onChange={({ target }) => setSentence(target.value)}
        maxLength={MAX_PROBLEM_SENTENCE_LENGTH}
        autoSize={{ minRows: 3, maxRows: 8 }}
        disabled={isLoading}
        autoFocus
      />
      <p className="u-medium" style={{ margin: '16px 0 4px' }}>
        What is sent to the admins
      </p>
      <p className="u-muted u-below16">
        {isAdmin
          ? 'Your text, the version of the app and the ids of the latest calls. Not the log of this tab, because it has texts of other users.'
          : 'Your text, the version of the app and the log of this tab: what you opened, clicked and typed, and what the server answered, with names of pages and texts of flyers. No keys, pictures or texts of other users.'}{' '}
        It is deleted after 30 days, or with your account.
      </p>
      {error && <ErrorAlert message={errorSentence(error, 'Failed to send the report')} />}
      <Flex justify="end" gap="small">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="primary" htmlType="submit" disabled={isBlank} loading={isLoading}>
          Send report
        </Button>
      </Flex>
    </form>
  );
}
