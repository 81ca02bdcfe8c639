import {
  CALENDAR_DESCRIPTION_LENGTH,
  DEFAULT_SHOWN_WITHIN_MINUTES,
  LIMIT_MARGIN_MINUTES,
  MAX_ATTENTION_FAILED,
  MAX_POSTING_TRIES,
  MAX_REFUNDS_AFTER_SUBMITTING,
  OFFLINE_PAGE_FAILS_HOURS,
  PAGE_ACTIVE_MINUTES,
  PAGE_DAY_CREDITS,
  PAGE_DAY_HOURS,
  PAGE_PAUSE_KINDS,
  PAUSE_HOURS,
  PROVEN_FAILURES,
  RATE_LIMIT_MINUTES,
  REFUSALS_IN_A_ROW,
  REPEATED_RATE_LIMIT_MINUTES,
  SCHEDULE_AHEAD_MINUTES,
  USUAL_POST_SECONDS,
} from '@flyerdeck/contracts';

const integer = (value: number) => ({ type: 'integer', value: `${value}` });
const interval = (value: number, unit: 'seconds' | 'minutes' | 'hours' | 'days') => ({
  type: 'interval',
  value: `interval '${value} ${unit}'`,
});
const texts = (words: readonly string[]) => ({
  type: 'text[]',
  value: `ARRAY[${words.map((word) => `'${word}'`).join(', ')}]`,
});

const CONSTANTS = {
  page_day_credits: integer(PAGE_DAY_CREDITS),
  page_day: interval(PAGE_DAY_HOURS, 'hours'),
  max_refunds_after_submitting: integer(MAX_REFUNDS_AFTER_SUBMITTING),
  max_posting_tries: integer(MAX_POSTING_TRIES),
  offline_page_fails_after: interval(OFFLINE_PAGE_FAILS_HOURS, 'hours'),
  schedule_ahead: interval(SCHEDULE_AHEAD_MINUTES, 'minutes'),
  limit_margin: interval(LIMIT_MARGIN_MINUTES, 'minutes'),
  usual_post_time: interval(USUAL_POST_SECONDS, 'seconds'),
  proven_failures: texts(PROVEN_FAILURES),
  page_pause_kinds: texts(PAGE_PAUSE_KINDS),
  refusals_in_a_row: integer(REFUSALS_IN_A_ROW),
  rate_limit_pause: interval(RATE_LIMIT_MINUTES, 'minutes'),
  repeated_rate_limit_pause: interval(REPEATED_RATE_LIMIT_MINUTES, 'minutes'),
  refusals_pause: interval(PAUSE_HOURS, 'hours'),
  page_active_for: interval(PAGE_ACTIVE_MINUTES, 'minutes'),
  max_attention_failed: integer(MAX_ATTENTION_FAILED),
  calendar_description_length: integer(CALENDAR_DESCRIPTION_LENGTH),
  default_shown_within: interval(DEFAULT_SHOWN_WITHIN_MINUTES, 'minutes'),
};

/** Postgres replaces a call by the value when it plans a statement. */
export const CONSTANT_FUNCTIONS: ReadonlyMap<string, string> = new Map(
  Object.entries(CONSTANTS).map(([name, { type, value }]) => [
    name,
    `CREATE OR REPLACE FUNCTION ${name}() RETURNS ${type} LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT ${value} $$;`,
  ]),
);
