import { Input } from 'antd';
import { useState } from 'react';
import { clampWidth, MAX_COLUMN_PX, MIN_COLUMN_PX } from './tableColumns.ts';

interface WidthFieldProps {
  /** The accessible name. */
  readonly label: string;
  readonly widthPx: number;
  onChange(widthPx: number): void;
}

/** A column's width in px. It applies during typing once it is valid; the arrow keys change it by 10 px. */
export function WidthField({ label, widthPx, onChange }: WidthFieldProps) {
  // What is typed, until the field is left.
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Input
      type="number"
      size="small"
      aria-label={label}
      suffix="px"
      min={MIN_COLUMN_PX}
      max={MAX_COLUMN_PX}
      step={10}
      value={typed ?? widthPx}
      onChange={({ target: { value } }) => {
        setTyped(value);
        const px = Number(value);
        if (px === clampWidth(px)) onChange(px);
      }}
      onBlur={() => {
        if (typed) onChange(clampWidth(Number(typed)));
        setTyped(null);
      }}
      style={{ width: 92 }}
    />
  );
}
