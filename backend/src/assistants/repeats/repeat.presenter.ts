import type { Repeat } from '@flyerdeck/contracts';

/** A repeat as the statements of assistants return it, with times as Postgres writes them into JSON. */
export type RepeatJson = Omit<Repeat, 'is_paused'> & { readonly paused_at: string | null };

const isoTime = (time: string) => new Date(time).toISOString();

export const presentRepeat = ({ paused_at, next_at, last_run, ...repeat }: RepeatJson): Repeat => ({
  ...repeat,
  is_paused: paused_at !== null,
  next_at: next_at && isoTime(next_at),
  last_run: last_run && { ...last_run, planned_at: isoTime(last_run.planned_at) },
});
