import type { ProblemReport } from '@flyerdeck/contracts/types';
import { Button, Flex, Popconfirm, Typography } from 'antd';
import { failureSentence } from '../../../data/apiError.ts';
import { useDeleteProblemReportMutation } from '../../../data/problemReports/problemReportsApi.ts';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { CopyableId, Facts } from '../layout/Facts.tsx';

const IDS_SHOWN = 10;

function DeleteReport({ id }: { readonly id: string }) {
  const [remove, { isLoading, error }] = useDeleteProblemReportMutation();
  const failure = failureSentence(error, 'Failed to delete the report');
  return (
    <Flex vertical align="start" gap="small">
      <Popconfirm title="Delete this report and its log?" okText="Delete" onConfirm={() => void remove({ id })}>
        <Button size="small" danger loading={isLoading}>
          Delete
        </Button>
      </Popconfirm>
      {failure && <ErrorAlert message={failure} />}
    </Flex>
  );
}

/** The whole sentence, and the ids that find the report's calls in the server's log. */
export default function ReportDetail({ report }: { readonly report: ProblemReport }) {
  const { id, sentence, build_id, request_ids } = report;
  const facts = {
    Problem: <Typography.Text style={{ whiteSpace: 'pre-wrap' }}>{sentence}</Typography.Text>,
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
    Actions: <DeleteReport id={id} />,
  };
  return <Facts size="small" column={1} facts={facts} />;
}
