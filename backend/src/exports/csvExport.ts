/**
 * A list that admins download as a CSV file. `select` returns the statement for its rows, with its columns in the order of
 * `columns`. Cast bigint to `float8`: otherwise it arrives as text, and a negative number would be escaped like a formula.
 */
export interface CsvExport<Parameters> {
  /** The header line. */
  readonly columns: readonly string[];
  /** `parameters` are read from the ticket's JSON, so a Date is a string. */
  select(parameters: Parameters): CsvQuery;
}

export interface CsvQuery {
  readonly text: string;
  readonly values: readonly unknown[];
  /** The cells of a row, by the names of its columns. By default the values are written as they are. */
  cells?(row: never): readonly unknown[];
}

/** An export with any type of parameters. */
export type AnyExport = CsvExport<never>;
