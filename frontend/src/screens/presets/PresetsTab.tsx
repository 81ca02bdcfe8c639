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
import { PresetForm } from './PresetForm.tsx';
import styles from './presets.module.css';

export default function PresetsTab({ search }: { readonly search: string }) {
  const { isLoading, error, refetch } = useListPresetsQuery();
  const presets = useAppSelector(selectAllPresets);
  const editor = usePresetEditor();
  const edited = typeof editor.target === 'object' ? editor.target : null;
  // The open form is always shown, because it may have unsaved edits. Another tab may have deleted its preset.
  const listed = edited && !presets.some(({ id }) => id === edited.id) ? [edited, ...presets] : presets;
  const shown = listed.filter((preset) => preset.id === edited?.id || searchMatch(search, preset.name));
  const failure = failureSentence(error, 'Failed to fetch presets');
  const isFirstLoad = isLoading && presets.length === 0;
  const isOpen = editor.target !== 'none';

  const form = (
    <PresetForm
      key={edited?.id ?? 'new'}
      preset={edited}
      isSaving={editor.isSaving}
      failure={editor.failure}
      onSave={editor.save}
      onCancel={editor.close}
    />
  );

  return (
    <>
      <div className="u-wrap u-end u-below16">
        <Button type="primary" icon={<PlusOutlined aria-hidden />} disabled={isOpen} onClick={() => editor.open('new')}>
          Create Preset
        </Button>
      </div>
      {editor.target === 'new' && form}
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

function usePresetEditor() {
  /** 'none' while viewing, 'new' while creating, else the edited preset as it was when the form was opened. */
  const [target, setTarget] = useUiState<'none' | 'new' | Preset>('presetEditor', 'none');
  const [create, creation] = useCreatePresetMutation();
  const [update, change] = useUpdatePresetMutation();
  const error = target === 'new' ? creation.error : change.error;

  const open = (next: 'new' | Preset) => {
    creation.reset();
    change.reset();
    setTarget(next);
  };
  const save = async (body: PresetBody) => {
    if (target === 'none') return;
    const answer = await (target === 'new' ? create({ body }) : update({ id: target.id, body }));
    if (!answer.error) setTarget('none');
  };

  return {
    target,
    isSaving: creation.isLoading || change.isLoading,
    failure: error ? errorSentence(error, 'Failed to save preset') : null,
    open,
    close: () => setTarget('none'),
    save,
  };
}
