import { AntdTheme } from '../../app/AntdTheme.tsx';
import { OpenedDialog } from '../../app/OpenedDialog.tsx';
import { StoredData } from '../../ui/StoredData.tsx';

export default function PrivacyNotice({ onClose }: { onClose(): void }) {
  return (
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
