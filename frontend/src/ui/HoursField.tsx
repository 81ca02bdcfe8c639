import { useState } from 'react';
import { parseHours } from '../lib/parseHours.ts';
import { InputField } from './LabelledFields.tsx';

interface HoursFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly value: number;
  readonly disabled?: boolean;
  onChange(hours: number): void;
}

/** A field for hours. The typed text stays until the field loses focus; `onChange` gets only valid numbers. */
export function HoursField({ value, onChange, ...field }: HoursFieldProps) {
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
      value={typed ?? value}
      onChange={type}
      onBlur={() => setTyped(null)}
    />
  );
}
