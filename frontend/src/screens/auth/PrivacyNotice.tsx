import { AntdTheme } from '../../app/AntdTheme.tsx';
import { OpenedDialog } from '../../app/OpenedDialog.tsx';
import { StoredData } from '../../ui/StoredData.tsx';

/** What is stored, for people who are not signed in. */
export default function PrivacyNotice({ onClose }: { onClose(): void }) {
  return (
    // The landing page itself needs no antd.
    <AntdTheme>
      <OpenedDialog name="privacyNotice.open" title="Privacy and data" width={560} onClosed={onClose}>
        {() => (
          <>
            <StoredData />
            <p className="u-muted">Sign in to download your data or delete your account.</p>
          </>
        )}
      </OpenedDialog>
    </AntdTheme>
  );
}
