/** The longest time between two runs of a repeat. */
export const MAX_REPEAT_DAYS = 365;
export const MAX_REPEAT_RUNS = 10_000;
/** A run of a repeat may be late by this much, for example after an outage. Later it is skipped. */
export const MAX_REPEAT_DELAY_HOURS = 24;
