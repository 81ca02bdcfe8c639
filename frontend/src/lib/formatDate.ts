import dayjs from 'dayjs';

/** 'Nov 22, 2026' in the reader's time zone. */
export const formatDate = (iso: string): string => dayjs(iso).format('MMM D, YYYY');

/** 'Nov 22, 2026 17:00' in the reader's time zone. */
export const formatDateTime = (iso: string): string => dayjs(iso).format('MMM D, YYYY HH:mm');

/** '17:00:09' in the reader's time zone. */
export const formatTimeOfDay = (time: string | number): string => dayjs(time).format('HH:mm:ss');

/** 'Nov 22, 2026 17:00:09' in the reader's time zone. */
export const formatExactTime = (iso: string): string => dayjs(iso).format('MMM D, YYYY HH:mm:ss');
