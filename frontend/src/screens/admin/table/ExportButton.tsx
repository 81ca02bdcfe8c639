import DownloadOutlined from '@ant-design/icons/DownloadOutlined';
import { DownloadButton } from './DownloadButton.tsx';

interface ExportButtonProps {
  /** Requests a one-time download URL of the export. */
  requestDownload(): Promise<{ readonly download_url: string }>;
  readonly disabled: boolean;
}

/** Downloads all filtered rows as CSV. */
export const ExportButton = (props: ExportButtonProps) => (
  <DownloadButton {...props} icon={<DownloadOutlined aria-hidden />} failure="Failed to export.">
    Export CSV
  </DownloadButton>
);
