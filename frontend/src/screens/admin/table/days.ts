import dayjs from 'dayjs';

/** Whether a word of a URL is a day as '2026-11-22'. '2026-02-30' is none. */
export const isDay = (word: string) => dayjs(word).format('YYYY-MM-DD') === word;

/** The start of a day in the reader's time zone, or of the day that is `days` later. */
export const startOfDay = (day: string, days = 0) => dayjs(day).startOf('day').add(days, 'day').toISOString();
