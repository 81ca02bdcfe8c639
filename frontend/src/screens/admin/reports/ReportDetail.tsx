import type { ProblemReport } from '@flyerdeck/contracts/types';
import { Flex, Typography } from 'antd';
import { Facts } from '../layout/Facts.tsx';
import { CopyableId } from '../table/details/CopyableId.tsx';

const IDS_SHOWN = 10;

/** The whole sentence, and the ids that find the report's calls in the server's log. */
export default function ReportDetail({
  report: { id, sentence, build_id, request_ids },
}: {
  readonly report: ProblemReport;
}) {
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
  };
  return <Facts size="small" column={1} facts={facts} />;
}
