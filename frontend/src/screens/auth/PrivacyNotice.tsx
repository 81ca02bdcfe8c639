import { Modal } from 'antd';
import { AntdTheme } from '../../app/AntdTheme.tsx';
import { useUiState } from '../../data/uiState/useUiState.ts';
import { useBackButton } from '../../telegram/backButton.ts';
import { StoredData } from '../../ui/StoredData.tsx';

/** What is stored, for people who are not signed in. */
export default function PrivacyNotice({ onClose }: { onClose(): void }) {
  const [isOpen, setIsOpen] = useUiState('privacyNotice.open', true);
  const close = () => setIsOpen(false);
  useBackButton(close, isOpen);
  return (
    // The landing page itself needs no antd.
    <AntdTheme>
      <Modal
        title="Privacy and data"
        open={isOpen}
        footer={null}
        width={560}
        closable={{ 'aria-label': 'Close' }}
        onCancel={close}
        afterClose={onClose}
      >
        <StoredData />
        <p className="u-muted">Sign in to download all your data, or to delete your account.</p>
      </Modal>
    </AntdTheme>
  );
}
