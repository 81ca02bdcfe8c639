import type { Preset, PresetBody } from '@flyerdeck/contracts/types';
import { errorSentence } from '../../data/apiError.ts';
import { useCreatePresetMutation, useUpdatePresetMutation } from '../../data/presets/presetsApi.ts';
import { useUiState } from '../../data/uiState/useUiState.ts';

export function usePresetEditor() {
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
