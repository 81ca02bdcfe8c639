import { useId } from 'react';
import { useAppSelector } from '../../../app/hooks.ts';
import { selectAllPresets } from '../../../data/presets/presetsSlice.ts';
import fields from '../../../ui/fields.module.css';
import type { SettingsDraft } from './useSettingsDraft.ts';

const CUSTOM = '';

/** Selects a preset or Custom. */
export function RuleModeSelect({ draft }: { readonly draft: SettingsDraft }) {
  const id = useId();
  const presets = useAppSelector(selectAllPresets);
  const { selected_preset_id: selectedId, selected_preset_name: selectedName } = draft.settings;
  const isListed = presets.some((preset) => preset.id === selectedId);

  const choose = (value: string) => {
    const preset = presets.find((one) => one.id === value);
    if (preset) draft.choosePreset(preset);
    else if (value === CUSTOM) draft.chooseCustom();
  };

  return (
    <div className={fields.field}>
      <label htmlFor={id}>Rule mode</label>
      <select
        id={id}
        className={`${fields.input} ${fields.select}`}
        value={selectedId ?? CUSTOM}
        onChange={(event) => choose(event.target.value)}
      >
        <option value={CUSTOM}>Custom</option>
        {selectedId && !isListed && <option value={selectedId}>{selectedName || 'Preset'}</option>}
        {presets.map((preset) => (
          <option key={preset.id} value={preset.id}>
            {preset.name}
          </option>
        ))}
      </select>
    </div>
  );
}
