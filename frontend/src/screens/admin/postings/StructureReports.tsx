import DownloadOutlined from '@ant-design/icons/DownloadOutlined';
import { Button, Flex } from 'antd';
import type { ReactNode } from 'react';
import {
  useLazyListStructureReportsQuery,
  useListStructureReportsQuery,
} from '../../../data/admin/adminOperationApi.ts';
import { saveFile } from '../../../lib/browser.ts';
import { formatDateTime } from '../../../lib/formatDate.ts';
import { ErrorAlert } from '../../../ui/notices.tsx';

export function StructureDownload({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  const [load, { isFetching, isError }] = useLazyListStructureReportsQuery();
  const save = async () => {
    const { data } = await load({ id });
    if (data?.[0]) saveFile(`structure-report-${id}.json`, JSON.stringify(data[0], null, 2));
  };
  return (
    <>
      <Button size="small" icon={<DownloadOutlined aria-hidden />} loading={isFetching} onClick={save}>
        {children}
      </Button>
      {isError && <ErrorAlert message="Failed to load the structure report" />}
    </>
  );
}

export function StructureReports({ postingId }: { readonly postingId: string }) {
  const { data: reports = [] } = useListStructureReportsQuery({ posting_id: postingId });
  return (
    <Flex wrap gap="small">
      {reports.map((report) => (
        <StructureDownload key={report.id} id={report.id}>
          Structure report of {formatDateTime(report.created_at)}
        </StructureDownload>
      ))}
    </Flex>
  );
}
