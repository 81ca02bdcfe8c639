import type { CalendarPosting } from '@flyerdeck/contracts/types';

function certaintyWords(minutes: number | null): string {
  if (minutes === null) return 'Once the page is online';
  return minutes === 0 ? 'Exact time' : `± ${minutes} min`;
}

/** How sure a planned time is. */
export function PlanCertainty({ posting }: { readonly posting: CalendarPosting }) {
  if (posting.status !== 'pending') return null;
  return <span className="u-muted u-tabular">{certaintyWords(posting.off_by_minutes)} · </span>;
}
