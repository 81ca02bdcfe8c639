import type { Task } from '@flyerdeck/contracts/types';
import { StatusChip, type Tone } from '../../ui/StatusChip.tsx';

interface CountsChipsProps {
  counts: Task['page_counts'];
}

const TONES = { posted: 'success', pending: 'neutral', failed: 'danger' } as const satisfies Record<string, Tone>;
const KINDS = ['posted', 'pending', 'failed'] as const;

/** How many of a task's pages have the flyer, are still to go, or failed; what is zero is left out. */
export function CountsChips({ counts }: CountsChipsProps) {
  return KINDS.filter((kind) => counts[kind] > 0).map((kind) => (
    <StatusChip key={kind} tone={TONES[kind]}>
      {counts[kind]} {kind}
    </StatusChip>
  ));
}
