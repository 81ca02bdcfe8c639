/**
 * A list that admins download as a file. `select` creates the statement that returns its rows; its columns are in the
 * order of `columns`. Postgres should return numbers as numbers (`::float8` for bigint): text that looks like a formula is escaped.
 */
export interface CsvExport<Parameters> {
  /** The name that a ticket stores; also the beginning of the file's name. */
  readonly name: string;
  /** The first line. */
  readonly columns: readonly string[];
  /** `parameters` are those of the ticket; they have been through JSON, so a Date has become text. */
  select(parameters: Parameters): { readonly text: string; readonly values: readonly unknown[] };
}

/** Any export; its tickets know which parameters it takes. */
export type AnyExport = CsvExport<never>;
