import { Modal } from 'antd';
import { useUiState } from '../../../data/uiState/useUiState.ts';
import { useBackButton } from '../../../telegram/backButton.ts';
import { StoredData } from '../../../ui/StoredData.tsx';
import { DeleteAccount } from './DeleteAccount.tsx';
import { ExportAccount } from './ExportAccount.tsx';
import styles from './PrivacyDialog.module.css';
import { SessionList } from './SessionList.tsx';

/** What is stored about the user, the export of all data, the sessions, and the deletion of the account. */
export default function PrivacyDialog({ onClose }: { onClose(): void }) {
  const [isOpen, setIsOpen] = useUiState('privacy', true);
  const close = () => setIsOpen(false);
  useBackButton(close, isOpen);
  return (
    <Modal
      title="Privacy and data"
      open={isOpen}
      footer={null}
      width={640}
      closable={{ 'aria-label': 'Close' }}
      onCancel={close}
      afterClose={onClose}
    >
      <div className={styles.sections}>
        <section aria-labelledby="privacy-export">
          <h3 id="privacy-export">Download my data</h3>
          <ExportAccount />
        </section>
        <section aria-labelledby="privacy-sessions">
          <h3 id="privacy-sessions">My sessions</h3>
          <SessionList />
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
    </Modal>
  );
}
