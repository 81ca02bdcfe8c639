import DownloadOutlined from '@ant-design/icons/DownloadOutlined';
import { Button } from 'antd';
import { DeleteAccountForm } from '../../../app/deleteAccount/DeleteAccountForm.tsx';
import { OpenedDialog } from '../../../app/OpenedDialog.tsx';
import { webAppSettings } from '../../../app/webAppSettings.ts';
import { errorSentence } from '../../../data/apiError.ts';
import { useOpenAccountExportMutation } from '../../../data/session/accountApi.ts';
import { readMiniApp } from '../../../telegram/miniApp.ts';
import { download } from '../../../telegram/openOutside.ts';
import { ErrorAlert } from '../../../ui/notices.tsx';
import { StoredData } from '../../../ui/StoredData.tsx';

const PARTS = [
  ['Download my data', ExportAccount],
  ['What is stored', StoredData],
  ['Delete my account', DeleteAccount],
] as const;

export default function PrivacyDialog({ onClose }: { onClose(): void }) {
  return (
    <OpenedDialog name="privacy" title="Privacy and data" width={640} onClosed={onClose}>
      {() => (
        <div className="u-stack u-gap24 u-above8">
          {PARTS.map(([title, Part], index) => (
            <section key={title} aria-labelledby={`privacy-${index}`}>
              <h2 id={`privacy-${index}`} className="u-title">
                {title}
              </h2>
              <Part />
            </section>
          ))}
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

function ExportAccount() {
  const [open, { error, isLoading }] = useOpenAccountExportMutation();
  const fetchFile = async () => {
    const { data: ticket } = await open();
    if (ticket) download(ticket.download_url, 'flyerdeck-account.zip');
  };
  return (
    <>
      <p className="u-muted u-below12">Data as JSON, flyers, screenshots (3.5 GB at most).</p>
      <Button
        type="primary"
        icon={<DownloadOutlined aria-hidden />}
        loading={isLoading}
        onClick={() => void fetchFile()}
      >
        Download
      </Button>
      {error && <ErrorAlert message={errorSentence(error, 'Failed to export your data')} />}
    </>
  );
}
