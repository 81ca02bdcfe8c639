/**
 * A list that admins download as a CSV file. `select` returns the query of its rows, whose columns have the order of
 * `columns`. The query should return numbers as numbers (`::float8` for bigint), because text that starts like a formula is escaped.
 */
export interface CsvExport<Parameters> {
  /** Stored in the ticket. The file's name starts with it. */
  readonly name: string;
  /** The header line. */
  readonly columns: readonly string[];
  /** `parameters` come from the ticket. They were stored as JSON, so a Date is a string. */
  select(parameters: Parameters): { readonly text: string; readonly values: readonly unknown[] };
}

/** Any export, whatever the type of its parameters. */
export type AnyExport = CsvExport<never>;
