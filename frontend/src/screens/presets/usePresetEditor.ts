import type { PresetBody } from '@flyerdeck/contracts/types';
import { useState } from 'react';
import { errorSentence } from '../../data/apiError.ts';
import { useCreatePresetMutation, useUpdatePresetMutation } from '../../data/presets/presetsApi.ts';

export function usePresetEditor() {
  /** 'none' while viewing, 'new' while creating, else the id of the edited preset. */
  const [target, setTarget] = useState('none');
  const [create, creation] = useCreatePresetMutation();
  const [update, change] = useUpdatePresetMutation();
  const error = target === 'new' ? creation.error : change.error;

  const open = (next: string) => {
    creation.reset();
    change.reset();
    setTarget(next);
  };
  const save = async (body: PresetBody) => {
    const answer = await (target === 'new' ? create({ body }) : update({ id: target, body }));
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
