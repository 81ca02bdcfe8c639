import type { Preset } from '@flyerdeck/contracts/types';
import { useId } from 'react';
import fields from '../../../ui/fields.module.css';

interface RuleModeSelectProps {
  presets: readonly Preset[];
  selectedId: string | null;
  selectedName: string | null;
  onChoosePreset: (preset: Preset) => void;
  onChooseCustom: () => void;
}

const CUSTOM = '';

/** A named preset or Custom. */
export function RuleModeSelect(props: RuleModeSelectProps) {
  const { presets, selectedId, selectedName, onChoosePreset, onChooseCustom } = props;
  const id = useId();
  const isListed = presets.some((preset) => preset.id === selectedId);

  const choose = (value: string) => {
    const preset = presets.find((one) => one.id === value);
    if (preset) onChoosePreset(preset);
    else if (value === CUSTOM) onChooseCustom();
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
