import type { ProblemReport } from '@flyerdeck/contracts/types';
import { Button, Flex, Typography } from 'antd';
import { useAppSelector } from '../../../app/hooks.ts';
import { failureSentence } from '../../../data/apiError.ts';
import { useSetProblemReportStatusMutation } from '../../../data/problemReports/problemReportsApi.ts';
import { selectCurrentUser } from '../../../data/session/sessionSlice.ts';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { Facts } from '../layout/Facts.tsx';
import { CopyableId } from '../table/details/CopyableId.tsx';
import { LastError, StatusCell } from './reportColumns.tsx';

const IDS_SHOWN = 10;

/** Status and owner, with the changes that are possible. The last admin who takes a report owns it. */
function ReportStatus({ report }: { readonly report: ProblemReport }) {
  const { id, status, owner } = report;
  const me = useAppSelector(selectCurrentUser);
  const [change, { isLoading, error }] = useSetProblemReportStatusMutation();
  const isMine = owner?.telegram_id === me?.telegram_id;
  const failure = failureSentence(error, 'Failed to change the status');
  const changes = [
    { to: 'in_work', label: status === 'in_work' ? 'Take over' : 'Take', isPossible: status !== 'in_work' || !isMine },
    { to: 'done', label: 'Done', isPossible: status !== 'done' },
    { to: 'open', label: 'Reopen', isPossible: status !== 'open' },
  ] as const;
  return (
    <Flex vertical gap="small">
      <Flex wrap gap="small" align="center">
        <StatusCell {...report} />
        {changes.map(
          ({ to, label, isPossible }) =>
            isPossible && (
              <Button key={to} size="small" disabled={isLoading} onClick={() => change({ id, body: { status: to } })}>
                {label}
              </Button>
            ),
        )}
      </Flex>
      {failure && <ErrorAlert message={failure} />}
    </Flex>
  );
}

/** Status, the whole sentence, and the ids that find the report's calls in the server's log. */
export default function ReportDetail({ report }: { readonly report: ProblemReport }) {
  const { id, sentence, build_id, request_ids } = report;
  const facts = {
    Status: <ReportStatus report={report} />,
    Problem: <Typography.Text style={{ whiteSpace: 'pre-wrap' }}>{sentence}</Typography.Text>,
    'Last error': <LastError {...report} />,
    Report: <CopyableId id={id} what="report" />,
    Build: <CopyableId id={build_id} what="build" />,
    'Latest calls': (
      <Flex vertical>
        {request_ids.slice(0, IDS_SHOWN).map((requestId) => (
          <CopyableId key={requestId} id={requestId} what="call" />
        ))}
        {request_ids.length === 0 && 'none'}
        {request_ids.length > IDS_SHOWN && `and ${request_ids.length - IDS_SHOWN} more in the file`}
      </Flex>
    ),
  };
  return <Facts size="small" column={1} facts={facts} />;
}
