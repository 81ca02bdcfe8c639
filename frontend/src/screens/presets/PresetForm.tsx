import type { Preset, PresetBody } from '@flyerdeck/contracts/types';
import { MAX_NAME_LENGTH } from '@flyerdeck/contracts/values/endpoint';
import { Button, Input } from 'antd';
import { type FormEvent, useId } from 'react';
import { useAppSelector } from '../../app/hooks.ts';
import { useListPickerPagesQuery } from '../../data/pages/pagesApi.ts';
import { selectAllTags, selectPickerPages } from '../../data/pages/pagesSlice.ts';
import { useUiState } from '../../data/uiState/useUiState.ts';
import { sameJson } from '../../lib/compare.ts';
import { useBackButton, useMainButton } from '../../telegram/buttons.ts';
import { useClosingConfirmation } from '../../telegram/closingConfirmation.ts';
import { ErrorAlert } from '../../ui/notices.tsx';
import { RulesFields } from '../../ui/RulesFields.tsx';
import styles from './presets.module.css';

interface PresetFormProps {
  readonly preset: Preset | null;
  readonly body: PresetBody;
  readonly isSaving: boolean;
  readonly failure: string | null;
  onChange(body: PresetBody): void;
  onSave(body: PresetBody): void;
  onCancel(): void;
}

export const NEW_PRESET: PresetBody = {
  name: '',
  rules: {
    target_pages: [],
    target_tags: [],
    start_delay_hours: 0,
    delay_between_tasks_hours: 0,
    duplication_time_hours: 0,
  },
};

export function PresetForm({ preset, body, isSaving, failure, onChange, onSave, onCancel }: PresetFormProps) {
  const id = useId();
  const stored = preset ?? NEW_PRESET;
  const { name, rules } = body;
  const [isNameTouched, setIsNameTouched] = useUiState('presetForm.isNameTouched', false);
  useListPickerPagesQuery();
  const pages = useAppSelector(selectPickerPages);
  const tags = useAppSelector(selectAllTags);

  const isBlank = name.trim() === '';
  const needsName = isBlank && isNameTouched;
  const form = useMainButton({ text: 'Save Preset', isDisabled: isBlank, isBusy: isSaving });
  useBackButton(onCancel, !isSaving);
  useClosingConfirmation(name !== stored.name || !sameJson(rules, stored.rules));

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsNameTouched(true);
    if (!isBlank && !isSaving) onSave({ name: name.trim(), rules });
  };

  return (
    <form
      ref={form}
      className={`u-card u-grid u-gap16 u-padded ${styles.form}`}
      onSubmit={submit}
      // Typed hours such as '3.9' or '-5' are corrected before saving, so the browser must not reject them.
      noValidate
      aria-label={preset ? `Edit ${preset.name}` : 'Create preset'}
    >
      <h2 className="u-strong u-flush u-size16">{preset ? 'Edit Preset' : 'Create Preset'}</h2>
      <div className={`u-grid u-gap4 ${styles.field}`}>
        <label htmlFor={id}>Preset name</label>
        <Input
          id={id}
          value={name}
          maxLength={MAX_NAME_LENGTH}
          disabled={isSaving}
          status={needsName ? 'error' : ''}
          aria-invalid={needsName}
          aria-describedby={`${id}-problem`}
          autoFocus
          onChange={(event) => {
            onChange({ ...body, name: event.target.value });
            setIsNameTouched(true);
          }}
          onBlur={() => setIsNameTouched(true)}
        />
        <span id={`${id}-problem`} className={`u-danger u-small ${styles.problem}`} aria-live="polite">
          {needsName && 'Preset name is required'}
        </span>
      </div>
      <RulesFields
        rules={rules}
        pages={pages}
        tags={tags}
        disabled={isSaving}
        onChange={(next) => onChange({ ...body, rules: next })}
      />
      {failure && <ErrorAlert message={failure} />}
      <div className="u-line u-end u-gap8">
        <Button onClick={onCancel} disabled={isSaving}>
          Cancel
        </Button>
        <Button type="primary" htmlType="submit" disabled={isBlank || isSaving} loading={isSaving}>
          Save Preset
        </Button>
      </div>
    </form>
  );
}
