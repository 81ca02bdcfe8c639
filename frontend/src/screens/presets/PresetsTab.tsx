import PlusOutlined from '@ant-design/icons/PlusOutlined';
import type { Preset, PresetBody } from '@flyerdeck/contracts/types';
import { Button } from 'antd';
import { useAppSelector } from '../../app/hooks.ts';
import { errorSentence, failureSentence } from '../../data/apiError.ts';
import {
  useCreatePresetMutation,
  useListPresetsQuery,
  useUpdatePresetMutation,
} from '../../data/presets/presetsApi.ts';
import { selectAllPresets } from '../../data/presets/presetsSlice.ts';
import { useUiState } from '../../data/uiState/useUiState.ts';
import { searchMatch } from '../../lib/searchMatch.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { PresetCard } from './PresetCard.tsx';
import { NEW_PRESET, PresetForm } from './PresetForm.tsx';
import styles from './presets.module.css';

export default function PresetsTab({ search }: { readonly search: string }) {
  const { isLoading, error, refetch } = useListPresetsQuery();
  const presets = useAppSelector(selectAllPresets);
  const editor = usePresetEditor();
  const edited = editor.opened?.preset ?? null;
  // The open form is always shown, because it may have unsaved edits. Another tab may have deleted its preset.
  const listed = edited && !presets.some(({ id }) => id === edited.id) ? [edited, ...presets] : presets;
  const shown = listed.filter((preset) => preset.id === edited?.id || searchMatch(search, preset.name));
  const failure = failureSentence(error, 'Failed to fetch presets');
  const isFirstLoad = isLoading && presets.length === 0;
  const isOpen = editor.opened !== null;

  const form = editor.opened && (
    <PresetForm
      key={edited?.id ?? 'new'}
      {...editor.opened}
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
            <div key={preset.id} className={styles.wide}>
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
  /** The edited preset as it was when the form was opened; null while creating one. */
  readonly preset: Preset | null;
  readonly body: PresetBody;
}

function usePresetEditor() {
  // Kept while another tab of the dashboard is shown, because it may have unsaved edits.
  const [opened, setOpened] = useUiState<OpenedPreset | null>('presetEditor', null, true);
  const [create, creation] = useCreatePresetMutation();
  const [update, updating] = useUpdatePresetMutation();
  const error = opened?.preset ? updating.error : creation.error;

  const open = (preset: Preset | null) => {
    creation.reset();
    updating.reset();
    const { name, rules } = preset ?? NEW_PRESET;
    setOpened({ preset, body: { name, rules } });
  };
  const save = async (body: PresetBody) => {
    if (!opened) return;
    const answer = await (opened.preset ? update({ id: opened.preset.id, body }) : create({ body }));
    if (!answer.error) setOpened(null);
  };

  return {
    opened,
    isSaving: creation.isLoading || updating.isLoading,
    failure: error ? errorSentence(error, 'Failed to save preset') : null,
    open,
    change: (body: PresetBody) => setOpened((before) => before && { ...before, body }),
    close: () => setOpened(null),
    save,
  };
}
