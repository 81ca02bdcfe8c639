import DownloadOutlined from '@ant-design/icons/DownloadOutlined';
import type { AccountExportState } from '@flyerdeck/contracts/types';
import { Button } from 'antd';
import { DeleteAccountForm } from '../../../app/deleteAccount/DeleteAccountForm.tsx';
import { OpenedDialog } from '../../../app/OpenedDialog.tsx';
import { webAppSettings } from '../../../app/webAppSettings.ts';
import { errorSentence, failureSentence } from '../../../data/apiError.ts';
import {
  accountApi,
  useGetAccountExportQuery,
  useOpenAccountExportMutation,
  useRequestAccountExportMutation,
} from '../../../data/session/accountApi.ts';
import { formatDateTime } from '../../../lib/formatDate.ts';
import { counted } from '../../../lib/numbers.ts';
import { readMiniApp } from '../../../telegram/miniApp.ts';
import { download } from '../../../telegram/openOutside.ts';
import { ErrorAlert, Skeleton } from '../../../ui/notices.tsx';
import { StoredData } from '../../../ui/StoredData.tsx';
import styles from './account.module.css';

export default function PrivacyDialog({ onClose }: { onClose(): void }) {
  return (
    <OpenedDialog name="privacy" title="Privacy and data" width={640} onClosed={onClose}>
      {() => (
        <div className={`u-grid u-gap24 ${styles.sections}`}>
          <section aria-labelledby="privacy-export">
            <h3 id="privacy-export">Download my data</h3>
            <ExportAccount />
          </section>
          <section aria-labelledby="privacy-stored">
            <h3 id="privacy-stored">What is stored</h3>
            <StoredData />
          </section>
          <section aria-labelledby="privacy-delete">
            <h3 id="privacy-delete">Delete my account</h3>
            <DeleteAccount />
          </section>
        </div>
      )}
    </OpenedDialog>
  );
}

function DeleteAccount() {
  const miniApp = readMiniApp();
  if (miniApp?.isInTelegram) return <DeleteAccountForm proof={{ init_data: miniApp.initData }} />;
  if (webAppSettings.mockAuth) return <DeleteAccountForm proof={{}} />;
  return (
    <>
      <p className="u-muted">Telegram must confirm that it is you.</p>
      {/* A page load, because only the policy of the pages under /auth allows Telegram's button. */}
      <Button danger href="/auth/delete-account">
        Confirm with Telegram
      </Button>
    </>
  );
}

const POLL_MS = 2_000;
const MB = 1024 * 1024;
const sizeOf = (bytes: number) =>
  bytes < MB ? 'less than 1 MB' : `${Math.round(bytes / MB).toLocaleString('en-US')} MB`;

function ExportAccount() {
  const { data, error, isLoading, refetch } = usePolledExport();
  const [request, requesting] = useRequestAccountExportMutation();
  const [open, opening] = useOpenAccountExportMutation();
  const failure = failureSentence(error, 'Failed to load the state of the export');
  const failed = requesting.error ?? opening.error;

  const fetchFile = async () => {
    const { data: ticket } = await open();
    if (ticket) download(ticket.download_url, 'flyerdeck-account.zip');
  };

  if (isLoading) return <Skeleton label="Loading the export" rows={1} rowHeightPx={70} />;
  if (failure || !data) return failure && <ErrorAlert message={failure} onRetry={refetch} />;
  const isPreparing = data.state === 'preparing';
  return (
    <>
      <p className="u-muted u-below12">
        A ZIP: data as JSON, flyers, screenshots. <ExportText state={data} />
      </p>
      <div className="u-wrap u-gap8">
        {data.state === 'ready' && (
          <Button
            type="primary"
            icon={<DownloadOutlined aria-hidden />}
            loading={opening.isLoading}
            onClick={() => void fetchFile()}
          >
            Download
          </Button>
        )}
        {data.state !== 'ready' && (
          <Button loading={requesting.isLoading || isPreparing} onClick={() => void request()}>
            {isPreparing ? 'Preparing the file' : 'Prepare the file'}
          </Button>
        )}
      </div>
      {failed && <ErrorAlert message={errorSentence(failed, 'Failed to export your data')} />}
    </>
  );
}

function usePolledExport() {
  const { data } = accountApi.endpoints.getAccountExport.useQueryState();
  return useGetAccountExportQuery(undefined, {
    pollingInterval: data?.state === 'preparing' ? POLL_MS : 0,
    skipPollingIfUnfocused: true,
  });
}

function ExportText({ state: { state, byte_size, expires_at, files_left_out } }: { state: AccountExportState }) {
  if (state === 'preparing') return <span role="status">It is being prepared. You can close this dialog.</span>;
  if (state === 'none' || expires_at === null) return null;
  return (
    <span role="status">
      It is ready ({sizeOf(byte_size)}) and is deleted on {formatDateTime(expires_at)}.
      {files_left_out > 0 &&
        ` ${counted(files_left_out, 'picture')} did not fit into the file: the oldest ones are left out.`}
    </span>
  );
}
