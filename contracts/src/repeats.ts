import { type Static, Type } from '@sinclair/typebox';
import { MAX_REPEAT_DAYS, MAX_REPEAT_RUNS } from './assistants.values.ts';
import { closed, count, dateTime, filled, flag, list, nullable, object, text, uuid, whole } from './schema.ts';

const weekday = whole(1, 7, 'ISO number of a weekday; Monday is 1');
const date = (description: string) =>
  Type.String({ format: 'date', pattern: '^2\\d{3}-', description: `${description}, as 2026-12-31` });

const schedule = {
  every_days: nullable(whole(1, MAX_REPEAT_DAYS, 'Days'), 'Days between two runs; null with weekdays'),
  weekdays: Type.Array(weekday, { maxItems: 7, uniqueItems: true, description: 'Weekdays; empty with every_days' }),
  local_time: Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', description: 'Time of day, as 18:00' }),
  time_zone: filled('IANA name of the time zone', 64),
  starts_on: date('First day; runs every N days are counted from it'),
  ends_on: nullable(date('A day'), 'Last day; null for no last day'),
  max_runs: nullable(
    whole(1, MAX_REPEAT_RUNS, 'Runs'),
    'Number of runs after which the repeat ends, with those that are done; null for no such end',
  ),
};

export const RepeatBody = object('When an assistant is repeated', schedule);
export type RepeatBody = Static<typeof RepeatBody>;

export const Repeat = object('Copies an assistant and adds the copy to the queue, at fixed times', {
  ...schedule,
  weekdays: list(weekday, 'Weekdays; empty with every_days'),
  runs: count('Runs that were added to the queue'),
  is_paused: flag('No run while it is paused'),
  next_at: nullable(dateTime(''), 'Next run unless it is paused; null when the repeat has ended'),
  last_run: nullable(
    closed({
      planned_at: dateTime('Time for which it was planned'),
      assistant_id: nullable(uuid(''), 'The copy that was added to the queue'),
      problem: nullable(text(''), 'Why nothing was added to the queue'),
    }),
    'Latest run; null before the first',
  ),
});
export type Repeat = Static<typeof Repeat>;
