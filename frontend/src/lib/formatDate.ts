import dayjs from 'dayjs';
import { clockFormat } from './hourClock.ts';

// All are in the reader's time zone, and times have the hours that the reader chose ('17:00' or '5:00 PM').

/** 'Nov 22, 2026' */
export const formatDate = (iso: string): string => dayjs(iso).format('MMM D, YYYY');

/** 'Nov 22, 2026 17:00' */
export const formatDateTime = (iso: string): string => dayjs(iso).format(`MMM D, YYYY ${clockFormat()}`);

/** '17:00' */
export const formatTime = (iso: string): string => dayjs(iso).format(clockFormat());

/** 'Sun 17:00' */
export const formatWeekdayTime = (time: number): string => dayjs(time).format(`ddd ${clockFormat()}`);

/** 'Sun, Nov 22, 17:00' */
export const formatWeekdayDateTime = (iso: string): string => dayjs(iso).format(`ddd, MMM D, ${clockFormat()}`);

/** '17:00:09' */
export const formatTimeOfDay = (time: string | number): string =>
  dayjs(time).format(clockFormat().replace('mm', 'mm:ss'));

/** 'Nov 22, 2026 17:00:09' */
export const formatExactTime = (iso: string): string =>
  dayjs(iso).format(`MMM D, YYYY ${clockFormat().replace('mm', 'mm:ss')}`);

/** 'Nov 22, 2026 17:00' for every reader, where the specification fixes the format. */
export const formatFixedDateTime = (iso: string): string => dayjs(iso).format('MMM D, YYYY HH:mm');
