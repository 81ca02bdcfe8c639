import DownloadOutlined from '@ant-design/icons/DownloadOutlined';
import { Button, message } from 'antd';
import { useState } from 'react';
import { errorSentence } from '../../../data/apiError.ts';
import { download } from '../../../telegram/openOutside.ts';

interface ExportButtonProps {
  /** Asks the server for a one-time address of the whole filtered set: an RTK mutation's trigger, unwrapped. */
  askForTicket(): Promise<{ readonly download_url: string }>;
  readonly disabled: boolean;
}

/** Downloads the whole filtered set as CSV. A download sends no session headers; the ticket replaces them. */
export function ExportButton({ askForTicket, disabled }: ExportButtonProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [messages, holder] = message.useMessage();

  const exportAll = async () => {
    setIsBusy(true);
    try {
      const { download_url } = await askForTicket();
      download(download_url);
    } catch (error) {
      messages.error(errorSentence(error, 'Failed to export.'));
    }
    setIsBusy(false);
  };

  return (
    <>
      <Button icon={<DownloadOutlined aria-hidden />} loading={isBusy} disabled={disabled} onClick={exportAll}>
        Export CSV
      </Button>
      {holder}
    </>
  );
}
