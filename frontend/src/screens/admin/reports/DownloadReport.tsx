import DownloadOutlined from '@ant-design/icons/DownloadOutlined';
import type { ProblemReport } from '@flyerdeck/contracts/types';
import { Button } from 'antd';
import { useLazyGetProblemReportQuery } from '../../../data/problemReports/problemReportsApi.ts';
import { saveFile } from '../../../lib/browser.ts';
import { reportFileOf } from './reportFile.ts';

/** Saves a report as a file for `npm run replay` and the replay panel. */
export function DownloadReport({ report: { id, sentence } }: { readonly report: ProblemReport }) {
  const [load, { isFetching, isError }] = useLazyGetProblemReportQuery();
  const save = async () => {
    const { data } = await load({ id });
    if (data) saveFile(`problem-report-${id.slice(0, 8)}.json`, reportFileOf(data));
  };
  return (
    <Button
      size="small"
      icon={<DownloadOutlined aria-hidden />}
      loading={isFetching}
      danger={isError}
      aria-label={`Download the report: ${sentence}`}
      onClick={() => void save()}
    >
      {isError ? 'Try again' : 'Download'}
    </Button>
  );
}
