import type { Preset } from '@flyerdeck/contracts/types';
import { Button } from 'antd';
import { errorSentence } from '../../data/apiError.ts';
import { useDeletePresetMutation } from '../../data/presets/presetsApi.ts';
import { useUiState } from '../../data/uiState/useUiState.ts';
import { formatDate } from '../../lib/formatDate.ts';
import { counted } from '../../lib/numbers.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { ErrorAlert } from '../../ui/notices.tsx';
import styles from './presets.module.css';

interface PresetCardProps {
  readonly preset: Preset;
  /** Another preset is being created or edited. */
  readonly isEditDisabled: boolean;
  onEdit(): void;
}

export function PresetCard({ preset, isEditDisabled, onEdit }: PresetCardProps) {
  const [isAsking, setIsAsking] = useUiState(`deletePreset/${preset.id}`, false);
  const [deletePreset, { isLoading, error }] = useDeletePresetMutation();
  const { rules } = preset;

  const confirm = () => {
    setIsAsking(false);
    void deletePreset({ id: preset.id });
  };

  return (
    <article className={`u-card u-grid u-shrink u-gap12 u-padded ${styles.card}`} aria-label={preset.name}>
      <div className="u-top u-spread u-gap12">
        <div className="u-shrink">
          <h2 className={`u-title u-break ${styles.name}`}>{preset.name}</h2>
          <p className="u-muted u-small u-flush">Created {formatDate(preset.createdAt)}</p>
        </div>
        <div className="u-line u-gap8">
          <Button size="small" disabled={isEditDisabled} aria-label={`Edit ${preset.name}`} onClick={onEdit}>
            Edit
          </Button>
          <Button
            size="small"
            type="text"
            danger
            disabled={isLoading || isEditDisabled}
            aria-label={`Delete ${preset.name}`}
            onClick={() => setIsAsking(true)}
          >
            Delete
          </Button>
        </div>
      </div>
      <ul className={`u-list u-grid u-muted u-fine u-tabular ${styles.rules}`}>
        <li>
          {counted(rules.target_pages.length, 'page')}, {counted(rules.target_tags.length, 'tag')}
        </li>
        <li>Start delay {rules.start_delay_hours} h</li>
        <li>Between tasks {rules.delay_between_tasks_hours} h</li>
        <li>Duplication {rules.duplication_time_hours} h</li>
      </ul>
      {error && <ErrorAlert message={errorSentence(error, 'Failed to delete preset')} />}
      <ConfirmDialog
        open={isAsking}
        title="Delete preset?"
        action="Delete"
        onConfirm={confirm}
        onCancel={() => setIsAsking(false)}
      >
        “{preset.name}” will be deleted. Assistants that use it keep its rules as Custom.
      </ConfirmDialog>
    </article>
  );
}
