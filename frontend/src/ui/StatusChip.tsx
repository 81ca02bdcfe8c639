import type { ReactNode } from 'react';
import styles from './StatusChip.module.css';
import type { Tone } from './statusTone.ts';

interface StatusChipProps {
  readonly tone: Tone;
  readonly title?: string;
  readonly children: ReactNode;
}

/** A short state in words; the colour only underlines it. */
export function StatusChip({ tone, title, children }: StatusChipProps) {
  return (
    <span className={`u-tone u-line u-small u-medium u-gap4 ${styles.chip}`} data-tone={tone} title={title}>
      {children}
    </span>
  );
}
