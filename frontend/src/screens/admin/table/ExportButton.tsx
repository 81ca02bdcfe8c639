import DownloadOutlined from '@ant-design/icons/DownloadOutlined';
import { Button, message } from 'antd';
import { useState } from 'react';
import { errorSentence } from '../../../data/apiError.ts';
import { download } from '../../../telegram/openOutside.ts';

interface ExportButtonProps {
  /** Requests a one-time download URL of the export. */
  requestDownload(): Promise<{ readonly download_url: string }>;
  readonly disabled: boolean;
}

/** Downloads all filtered rows as CSV. A download sends no session headers, so it uses a one-time URL. */
export function ExportButton({ requestDownload, disabled }: ExportButtonProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [messages, holder] = message.useMessage();

  const start = async () => {
    setIsBusy(true);
    try {
      const { download_url } = await requestDownload();
      download(download_url);
    } catch (error) {
      messages.error(errorSentence(error, 'Failed to export.'));
    }
    setIsBusy(false);
  };

  return (
    <>
      <Button disabled={disabled} icon={<DownloadOutlined aria-hidden />} loading={isBusy} onClick={start}>
        Export CSV
      </Button>
      {holder}
    </>
  );
}
