import { OpenedDialog } from '../../../ui/Dialog.tsx';
import { StoredData } from '../../../ui/StoredData.tsx';
import { DeleteAccount } from './DeleteAccount.tsx';
import { ExportAccount } from './ExportAccount.tsx';
import styles from './PrivacyDialog.module.css';
import { SessionList } from './SessionList.tsx';

/** What is stored about the user, the export of all data, the sessions, and the deletion of the account. */
export default function PrivacyDialog({ onClose }: { onClose(): void }) {
  return (
    <OpenedDialog name="privacy" title="Privacy and data" width={640} onClosed={onClose}>
      {() => (
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
      )}
    </OpenedDialog>
  );
}
