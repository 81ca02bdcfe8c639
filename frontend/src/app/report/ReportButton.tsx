import BugOutlined from '@ant-design/icons/BugOutlined';
import { Button } from 'antd';
import { useUiState } from '../../data/uiState/useUiState.ts';
import { lazyPart } from '../../ui/lazyPart.tsx';

const ReportDialog = lazyPart(() => import('./ReportDialog.tsx'));

export function ReportButton() {
  const [isReporting, setIsReporting] = useUiState('reportProblem', false);
  return (
    <>
      <Button
        type="text"
        icon={<BugOutlined aria-hidden />}
        aria-label="Report a problem"
        title="Report a problem"
        onClick={() => setIsReporting(true)}
      />
      {isReporting && <ReportDialog onClose={() => setIsReporting(false)} />}
    </>
  );
}
