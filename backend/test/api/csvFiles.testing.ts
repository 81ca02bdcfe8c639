import { parse } from 'csv-parse/sync';

/** The rows of a CSV file by their headers. */
export const readCsv = (file: string): Record<string, string>[] => parse(file, { bom: true, columns: true });

export const INDIA = 'Asia/Kolkata';
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** India is 5:30 h ahead of UTC. */
const inIndia = (iso: string) => new Date(Date.parse(iso) + 5.5 * 3_600_000);

/** 'Nov 22, 2026' */
export function dateTextInIndia(iso: string): string {
  const at = inIndia(iso);
  return `${MONTHS[at.getUTCMonth()]} ${at.getUTCDate()}, ${at.getUTCFullYear()}`;
}

/** 'Nov 22, 2026 17:00' */
export const dateTimeTextInIndia = (iso: string): string =>
  `${dateTextInIndia(iso)} ${inIndia(iso).toISOString().slice(11, 16)}`;
