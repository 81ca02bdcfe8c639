import { useAppSelector } from '../../../app/hooks.ts';
import { selectAllPresets } from '../../../data/presets/presetsSlice.ts';
import { SelectField } from '../../../ui/LabelledFields.tsx';
import type { SettingsDraft } from './useSettingsDraft.ts';

const CUSTOM = '';

export function RuleModeSelect({ draft }: { readonly draft: SettingsDraft }) {
  const presets = useAppSelector(selectAllPresets);
  const { selected_preset_id: selectedId, selected_preset_name: selectedName } = draft.settings;
  const isListed = presets.some((preset) => preset.id === selectedId);

  const choose = (value: string) => {
    const preset = presets.find((one) => one.id === value);
    if (preset) draft.choosePreset(preset);
    else if (value === CUSTOM) draft.chooseCustom();
  };

  return (
    <SelectField
      label="Rule mode"
      value={selectedId ?? CUSTOM}
      options={[
        [CUSTOM, 'Custom'],
        ...(selectedId && !isListed ? [[selectedId, selectedName || 'Preset'] as const] : []),
        ...presets.map(({ id, name }) => [id, name] as const),
      ]}
      onChange={choose}
    />
  );
}
