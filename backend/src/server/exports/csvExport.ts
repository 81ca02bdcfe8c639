/** The statement has its columns in the order of `columns`. Cast bigint to `float8`: otherwise it is text, and a negative number would be escaped like a formula. */
export interface CsvExport<Parameters> {
  readonly columns: readonly string[];
  /** `parameters` are read from JSON, so a Date is a string. */
  select(parameters: Parameters): CsvQuery;
}

export interface CsvQuery {
  readonly text: string;
  readonly values: readonly unknown[];
  /** By the names of the columns. By default the values are written as they are. */
  cells?(row: never): readonly unknown[];
}

export type AnyExport = CsvExport<never>;

type TimeFormat = (at: Date | null) => string;
/** By header. */
export type CsvColumns<Row> = Readonly<Record<string, (row: Row, format: TimeFormat) => unknown>>;

export const cellsOf =
  <Row>(columns: CsvColumns<Row>, format: TimeFormat) =>
  (row: Row) =>
    Object.values(columns).map((cell) => cell(row, format));

const NUMBERS = new Intl.NumberFormat('en-US');

export const formatNumber = (number: number): string => NUMBERS.format(number);

export const formatSeconds = (ms: number): string => `${(ms / 1_000).toFixed(1)}s`;

/** 'Nov 22, 2026', 'Nov 22, 2026 17:00' or 'Nov 22, 2026 17:00:09'. Empty for null. Throws a RangeError for an unknown time zone. */
export function timeFormat(timeZone: string, shown: 'day' | 'minutes' | 'seconds'): TimeFormat {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  return (at) => {
    if (at === null) return '';
    const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
    const { month, day, year, hour, minute, second } = parts;
    const times = { day: '', minutes: ` ${hour}:${minute}`, seconds: ` ${hour}:${minute}:${second}` };
    return `${month} ${day}, ${year}${times[shown]}`;
  };
}
