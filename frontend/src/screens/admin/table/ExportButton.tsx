import DownloadOutlined from '@ant-design/icons/DownloadOutlined';
import { Button } from 'antd';
import { useState } from 'react';
import { errorSentence } from '../../../data/apiError.ts';
import { download } from '../../../telegram/openOutside.ts';
import styles from './ExportButton.module.css';

interface ExportButtonProps {
  /** Asks the server for a one-time ticket to what is shown: an RTK mutation's trigger, unwrapped. */
  askForTicket(): Promise<{ readonly download_url: string }>;
  readonly disabled?: boolean;
}

const FAILED = 'Failed to export.';

/** Downloads the whole filtered set as CSV: the ticket stands for the session, whose headers no download carries. */
export function ExportButton({ askForTicket, disabled = false }: ExportButtonProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const exportAll = async () => {
    setIsBusy(true);
    setFailure(null);
    try {
      const { download_url } = await askForTicket();
      download(download_url);
    } catch (error) {
      setFailure(errorSentence(error, FAILED));
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <span className={styles.export}>
      <Button
        icon={<DownloadOutlined aria-hidden />}
        loading={isBusy}
        disabled={disabled}
        onClick={() => void exportAll()}
      >
        Export CSV
      </Button>
      {failure && (
        <span role="alert" className={styles.failure}>
          {failure}
        </span>
      )}
    </span>
  );
}
