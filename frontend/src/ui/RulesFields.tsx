import type { PickerPage, PostingRules } from '@flyerdeck/contracts/types';
import { useState } from 'react';
import { parseHours } from '../lib/numbers.ts';
import { InputField } from './fields.tsx';
import { TargetPicker } from './TargetPicker.tsx';
import styles from './ui.module.css';

interface RulesFieldsProps {
  readonly rules: PostingRules;
  readonly pages: readonly PickerPage[];
  readonly tags: readonly string[];
  readonly disabled?: boolean;
  onChange(rules: PostingRules): void;
}

const HOURS = [
  { field: 'start_delay_hours', label: 'Start delay (hours)', short: 'Start delay' },
  { field: 'delay_between_tasks_hours', label: 'Delay between tasks (hours)', short: 'Between tasks', hint: '0 or 1' },
  { field: 'duplication_time_hours', label: 'Duplication time (hours)', short: 'Duplication', hint: '0 or 12' },
] as const;

/** 'Start delay 2 h' */
export const hoursTexts = (rules: PostingRules) => HOURS.map(({ field, short }) => `${short} ${rules[field]} h`);

export function RulesFields({ rules, pages, tags, disabled = false, onChange }: RulesFieldsProps) {
  return (
    <div className="u-grid u-gap16">
      <TargetPicker
        pages={pages}
        tags={tags}
        targets={rules}
        disabled={disabled}
        onChange={(targets) => onChange({ ...rules, ...targets })}
      />
      <HoursFields rules={rules} disabled={disabled} onChange={onChange} />
    </div>
  );
}

interface HoursFieldsProps extends Pick<RulesFieldsProps, 'rules' | 'disabled' | 'onChange'> {
  readonly fields?: readonly (typeof HOURS)[number]['field'][];
}

export function HoursFields({ rules, fields, disabled = false, onChange }: HoursFieldsProps) {
  return (
    <div className={`u-grid ${styles.hours}`}>
      {HOURS.filter(({ field }) => fields?.includes(field) ?? true).map(({ field, short: _, ...texts }) => (
        <HoursField
          key={field}
          {...texts}
          value={rules[field]}
          disabled={disabled}
          onChange={(hours) => onChange({ ...rules, [field]: hours })}
        />
      ))}
    </div>
  );
}

interface HoursFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly value: number;
  readonly disabled?: boolean;
  onChange(hours: number): void;
}

/** A field for hours. The typed text stays until the field loses focus or another value is stored; `onChange` gets only valid numbers. */
function HoursField({ value, onChange, ...field }: HoursFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const type = (text: string) => {
    setTyped(text);
    const hours = parseHours(text);
    if (hours !== value) onChange(hours);
  };
  return (
    <InputField
      {...field}
      type="number"
      inputMode="numeric"
      min={0}
      step={1}
      value={typed !== null && parseHours(typed) === value ? typed : value}
      onChange={type}
      onBlur={() => setTyped(null)}
    />
  );
}
