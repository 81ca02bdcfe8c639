export interface ExportQuery {
  readonly text: string;
  readonly values: readonly unknown[];
}

/**
 * A list that admins take away as a file. `select` makes the one statement that answers its rows; its columns stand in the
 * order of `columns`. Numbers should leave Postgres as numbers (`::float8` for bigint): text that looks like a formula is defused.
 */
export interface CsvExport<Parameters> {
  /** The word by which a ticket remembers it; also the beginning of the file's name. */
  readonly name: string;
  /** The first line. */
  readonly columns: readonly string[];
  /** `parameters` are what the ticket was issued with; they have been through JSON, so no Date survives as one. */
  select(parameters: Parameters): ExportQuery;
}

/** An export among others; which parameters it takes, its tickets know. */
export type AnyExport = CsvExport<never>;
