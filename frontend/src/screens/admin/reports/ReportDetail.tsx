import type { ProblemReport } from '@flyerdeck/contracts/types';
import { Descriptions, Flex, Typography } from 'antd';
import { CopyableId } from '../table/details/CopyableId.tsx';

const IDS_SHOWN = 10;

/** The whole sentence, and the ids that find the report's calls in the server's log. */
export default function ReportDetail({
  report: { id, sentence, build_id, request_ids },
}: {
  readonly report: ProblemReport;
}) {
  return (
    <Descriptions
      size="small"
      column={1}
      items={[
        {
          key: 'sentence',
          label: 'Problem',
          children: <Typography.Text style={{ whiteSpace: 'pre-wrap' }}>{sentence}</Typography.Text>,
        },
        { key: 'id', label: 'Report', children: <CopyableId id={id} what="report" /> },
        { key: 'build', label: 'Build', children: <CopyableId id={build_id} what="build" /> },
        {
          key: 'calls',
          label: 'Latest calls',
          children: (
            <Flex vertical>
              {request_ids.slice(0, IDS_SHOWN).map((requestId) => (
                <CopyableId key={requestId} id={requestId} what="call" />
              ))}
              {request_ids.length === 0 && 'none'}
              {request_ids.length > IDS_SHOWN && `and ${request_ids.length - IDS_SHOWN} more in the file`}
            </Flex>
          ),
        },
      ]}
    />
  );
}
