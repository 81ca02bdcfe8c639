import { type ComponentProps, useState } from 'react';
import { formatClock, isClockOfBrowser, parseClock } from '../lib/hourClock.ts';
import { InputField } from './LabelledFields.tsx';

interface TimeFieldProps extends ComponentProps<typeof InputField> {
  /** '18:00', or empty. */
  readonly value: string;
}

/** A time of the day: the browser's own field, or a text field where that one does not show the hours that the user chose. */
export function TimeField({ value, onChange, ...field }: TimeFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  if (isClockOfBrowser()) {
    // Some browsers add seconds.
    return <InputField {...field} type="time" value={value} onChange={(time) => onChange(time.slice(0, 5))} />;
  }
  return (
    <InputField
      {...field}
      value={typed ?? (value && formatClock(value))}
      placeholder={formatClock('18:00')}
      onChange={(text) => {
        setTyped(text);
        onChange(parseClock(text) ?? '');
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
