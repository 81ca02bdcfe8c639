import { Button, type ButtonProps, message } from 'antd';
import { useState } from 'react';
import { errorSentence } from '../../../data/apiError.ts';
import { download } from '../../../telegram/openOutside.ts';

interface DownloadButtonProps extends Omit<ButtonProps, 'loading' | 'onClick'> {
  /** Requests a one-time download URL. */
  requestDownload(): Promise<{ readonly download_url: string }>;
  /** Shown when the server gives no sentence. */
  readonly failure: string;
}

/** Downloads a file. A download sends no session headers, so it uses a one-time URL. */
export function DownloadButton({ requestDownload, failure, ...button }: DownloadButtonProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [messages, holder] = message.useMessage();

  const start = async () => {
    setIsBusy(true);
    try {
      const { download_url } = await requestDownload();
      download(download_url);
    } catch (error) {
      messages.error(errorSentence(error, failure));
    }
    setIsBusy(false);
  };

  return (
    <>
      <Button {...button} loading={isBusy} onClick={start} />
      {holder}
    </>
  );
}
