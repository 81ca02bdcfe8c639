import CheckOutlined from '@ant-design/icons/CheckOutlined';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { failureText } from '../failureText.ts';
import styles from './AutosaveNote.module.css';
import { settingsFailureMessage } from './settingsFailure.ts';
import type { SettingsDraft } from './useSettingsDraft.ts';

interface AutosaveNoteProps {
  draft: SettingsDraft;
}

/** 'Saved' for a moment after each save; a failed one stays until it is retried or edited over. */
export function AutosaveNote({ draft }: AutosaveNoteProps) {
  const { phase, failure, hasUnsaved } = draft;
  return (
    <>
      <p className={`u-muted u-small u-flush ${styles.note}`} role="status">
        {phase === 'saving' && 'Saving...'}
        {phase === 'saved' && (
          <span className={styles.saved}>
            <CheckOutlined aria-hidden /> Saved
          </span>
        )}
      </p>
      {failure && (
        <ErrorAlert
          message={failureText(settingsFailureMessage(failure.patch), failure.error)}
          {...(hasUnsaved ? { onRetry: draft.saveNow } : {})}
        />
      )}
    </>
  );
}
