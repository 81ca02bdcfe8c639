/** The IANA name of the reader's time zone: 'Europe/Riga'. */
export const browserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
