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

/** The colour of a task's, assistant's or posting's status; its label is always written beside it. */
export const statusTone = (status: string | null | undefined): Tone => TONES[status ?? ''] ?? 'neutral';
