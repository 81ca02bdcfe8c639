import { statusLabel } from '@flyerdeck/contracts/statusLabel';
import { TASK_STATUS_LABELS } from '@flyerdeck/contracts/tasks.values';
import type { ReactNode } from 'react';
import styles from './ui.module.css';

export type Tone = 'success' | 'warning' | 'danger' | 'info' | 'accent' | 'neutral';

const TONES: Readonly<Record<string, Tone>> = {
  in_queue: 'accent',
  pending: 'warning',
  posting: 'info',
  posted: 'accent',
  partially_posted: 'warning',
  partially_completed: 'warning',
  paused: 'warning',
  completed: 'success',
  failed: 'danger',
};

export const statusTone = (status: string | null | undefined): Tone => TONES[status ?? ''] ?? 'neutral';

interface StatusChipProps {
  readonly tone: Tone;
  readonly title?: string;
  readonly children: ReactNode;
}

export function StatusChip({ tone, title, children }: StatusChipProps) {
  return (
    <span className={`u-tone u-line u-small u-medium u-gap4 u-nowrap ${styles.chip}`} data-tone={tone} title={title}>
      {children}
    </span>
  );
}

export const TaskStatusChip = ({ status }: { readonly status: string }) => (
  <StatusChip tone={statusTone(status)}>{statusLabel(TASK_STATUS_LABELS, status)}</StatusChip>
);
