import DownloadOutlined from '@ant-design/icons/DownloadOutlined';
import type { StructureReport } from '@flyerdeck/contracts/types';
import { Button, Flex } from 'antd';
import { useLazyGetStructureReportQuery, useListStructureReportsQuery } from '../../../data/admin/sitePacksApi.ts';
import { formatDateTime } from '../../../lib/formatDate.ts';
import { saveFile } from '../../../lib/saveFile.ts';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';

function Download({ report }: { readonly report: StructureReport }) {
  const [load, { isFetching, isError }] = useLazyGetStructureReportQuery();
  const save = async () => {
    const { data } = await load({ id: report.id });
    if (data) saveFile(`structure-report-${report.id}.json`, JSON.stringify(data, null, 2));
  };
  return (
    <>
      <Button size="small" icon={<DownloadOutlined aria-hidden />} loading={isFetching} onClick={save}>
        Structure report of {formatDateTime(report.created_at)}
      </Button>
      {isError && <ErrorAlert message="Failed to load the structure report" />}
    </>
  );
}

/** What the extension did not find on the creator site when it prepared the posting. Shows nothing if it found everything. */
export function StructureReports({ postingId }: { readonly postingId: string }) {
  const { data: reports = [] } = useListStructureReportsQuery({ posting_id: postingId });
  return (
    <Flex wrap gap="small">
      {reports.map((report) => (
        <Download key={report.id} report={report} />
      ))}
    </Flex>
  );
}
