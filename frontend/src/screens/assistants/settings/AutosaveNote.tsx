import CheckOutlined from '@ant-design/icons/CheckOutlined';
import type { AssistantUpdate } from '@flyerdeck/contracts/types';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import styles from '../assistants.module.css';
import { failureText } from '../failureText.ts';
import type { SettingsDraft } from './useSettingsDraft.ts';

/** The spec's message for a failed save (section 8); it depends on the saved fields. */
function failureMessage({ preset_id, posting_rules }: AssistantUpdate): string {
  if (preset_id) return 'Failed to apply preset';
  // Editing a rule also clears the preset. Switching to Custom clears only the preset.
  if (preset_id === null && !posting_rules) return 'Failed to switch to custom mode';
  return 'Failed to save settings';
}

/** Shows 'Saved' briefly after each save. An error stays until the user retries or edits. */
export function AutosaveNote({ draft }: { readonly draft: SettingsDraft }) {
  const { phase, failure, hasUnsaved } = draft;
  return (
    <>
      <p className={`u-muted u-small u-flush ${styles.note}`} role="status">
        {phase === 'saving' && 'Saving...'}
        {phase === 'saved' && (
          <span className="u-success u-strong">
            <CheckOutlined aria-hidden /> Saved
          </span>
        )}
      </p>
      {failure && (
        <ErrorAlert
          message={failureText(failureMessage(failure.patch), failure.error)}
          {...(hasUnsaved ? { onRetry: draft.saveNow } : {})}
        />
      )}
    </>
  );
}
