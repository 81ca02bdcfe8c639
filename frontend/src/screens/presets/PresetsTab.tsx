import PlusOutlined from '@ant-design/icons/PlusOutlined';
import { NO_RULES } from '@flyerdeck/contracts/assistants.values';
import { MAX_NAME_LENGTH } from '@flyerdeck/contracts/endpoint.values';
import type { Preset, PresetBody, PresetUpdate } from '@flyerdeck/contracts/types';
import { Button, Input } from 'antd';
import { type FormEvent, useId } from 'react';
import { useAppSelector } from '../../app/hooks.ts';
import { errorSentence, failureSentence } from '../../data/apiError.ts';
import { useListPickerPagesQuery } from '../../data/pages/pagesApi.ts';
import { selectAllTags, selectPickerPages } from '../../data/pages/pagesSlice.ts';
import {
  selectAllPresets,
  useCreatePresetMutation,
  useDeletePresetMutation,
  useListPresetsQuery,
  useUpdatePresetMutation,
} from '../../data/presets/presetsSlice.ts';
import { useUiState } from '../../data/uiState/useUiState.ts';
import { changedFields, sameJson, searchMatch } from '../../lib/compare.ts';
import { formatDate } from '../../lib/formatDate.ts';
import { counted } from '../../lib/numbers.ts';
import { shortTags } from '../../lib/pages.ts';
import { useBackButton, useMainButton } from '../../telegram/buttons.ts';
import { useClosingConfirmation } from '../../telegram/closingConfirmation.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { EmptyState, ErrorAlert, Skeleton } from '../../ui/notices.tsx';
import { hoursTexts, RulesFields } from '../../ui/RulesFields.tsx';
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

const NEW_PRESET: PresetBody = { name: '', rules: NO_RULES };

function PresetForm({ preset, body, isSaving, failure, onChange, onSave, onCancel }: PresetFormProps) {
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
      className="u-card u-grid u-gap16 u-padded"
      style={{ maxWidth: 860, marginBottom: 16 }}
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

export default function PresetsTab({ search }: { readonly search: string }) {
  const { isLoading, error, refetch } = useListPresetsQuery();
  // Requested before the form is opened, whose height depends on them.
  useListPickerPagesQuery();
  const presets = useAppSelector(selectAllPresets);
  const editor = usePresetEditor(presets);
  const edited = editor.preset;
  // The open form is always shown, because it may have unsaved edits. Another tab may have deleted its preset.
  const listed = edited && !presets.some(({ id }) => id === edited.id) ? [edited, ...presets] : presets;
  const shown = listed.filter((preset) => preset.id === edited?.id || searchMatch(search, preset.name));
  const failure = failureSentence(error, 'Failed to fetch presets');
  const isFirstLoad = isLoading && presets.length === 0;
  const isOpen = editor.body !== null;

  const form = editor.body && (
    <PresetForm
      key={edited?.id ?? 'new'}
      preset={edited}
      body={editor.body}
      isSaving={editor.isSaving}
      failure={editor.failure}
      onChange={editor.change}
      onSave={editor.save}
      onCancel={editor.close}
    />
  );

  return (
    <>
      <div className="u-wrap u-end u-below16">
        <Button type="primary" icon={<PlusOutlined aria-hidden />} disabled={isOpen} onClick={() => editor.open(null)}>
          Create Preset
        </Button>
      </div>
      {!edited && form}
      {failure && <ErrorAlert message={failure} onRetry={refetch} />}
      {isFirstLoad && <Skeleton label="Loading presets" />}
      <div className={`u-grid u-gap16 ${styles.list}`}>
        {shown.map((preset) =>
          edited?.id === preset.id ? (
            <div key={preset.id} style={{ gridColumn: '1 / -1' }}>
              {form}
            </div>
          ) : (
            <PresetCard key={preset.id} preset={preset} isEditDisabled={isOpen} onEdit={() => editor.open(preset)} />
          ),
        )}
      </div>
      {!isFirstLoad && !failure && shown.length === 0 && (
        <EmptyState>
          {presets.length === 0 ? 'No presets found. Create your first preset!' : 'No presets match your search.'}
        </EmptyState>
      )}
    </>
  );
}

interface OpenedPreset {
  readonly preset: Preset | null;
  readonly edits: PresetUpdate;
}

function editsOf(stored: PresetBody, body: PresetBody): PresetUpdate {
  const rules = changedFields(stored.rules, body.rules);
  return { ...(body.name !== stored.name && { name: body.name }), ...(Object.keys(rules).length > 0 && { rules }) };
}

/** Fields that are not edited show what is stored now, and are not sent: another tab may have changed them. */
function usePresetEditor(presets: readonly Preset[]) {
  // Kept while another tab of the dashboard is shown, because it may have unsaved edits.
  const [opened, setOpened] = useUiState<OpenedPreset | null>('presetEditor', null, true);
  const [create, creation] = useCreatePresetMutation();
  const [update, updating] = useUpdatePresetMutation();
  const error = opened?.preset ? updating.error : creation.error;
  const preset = presets.find(({ id }) => id === opened?.preset?.id) ?? opened?.preset ?? null;
  const stored = preset ?? NEW_PRESET;

  const open = (chosen: Preset | null) => {
    creation.reset();
    updating.reset();
    setOpened({ preset: chosen, edits: {} });
  };
  const save = async (body: PresetBody) => {
    if (!opened) return;
    const answer = await (preset ? update({ id: preset.id, body: editsOf(preset, body) }) : create({ body }));
    if (!answer.error) setOpened(null);
  };

  return {
    preset,
    body: opened && { name: opened.edits.name ?? stored.name, rules: { ...stored.rules, ...opened.edits.rules } },
    isSaving: creation.isLoading || updating.isLoading,
    failure: error ? errorSentence(error, 'Failed to save preset') : null,
    open,
    change: (body: PresetBody) => setOpened((before) => before && { ...before, edits: editsOf(stored, body) }),
    close: () => setOpened(null),
    save,
  };
}

interface PresetCardProps {
  readonly preset: Preset;
  readonly isEditDisabled: boolean;
  onEdit(): void;
}

function PresetCard({ preset, isEditDisabled, onEdit }: PresetCardProps) {
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
          <h2 className="u-title u-break" style={{ lineHeight: 1.4 }}>
            {preset.name}
          </h2>
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
          {[
            counted(rules.target_pages.length, 'page'),
            ...(rules.target_tags.length > 0 ? [shortTags(rules.target_tags)] : []),
          ].join(', ')}
        </li>
        {hoursTexts(rules).map((text) => (
          <li key={text}>{text}</li>
        ))}
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
