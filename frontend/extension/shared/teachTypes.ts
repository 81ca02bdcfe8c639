type Part = Readonly<Record<string, unknown>>;

export type Place = 'account' | 'composer' | 'feed';

/** A pack in the making. It need not be complete. */
export interface Draft {
  readonly pack: Part;
  /** Elements that are not found, by their paths. */
  readonly missing: readonly string[];
  /** Answered, or left as they are. */
  readonly settled: readonly string[];
  /** The question that the person has chosen. */
  readonly chosen: string | null;
}

/** What the open page shows of a pack. */
export interface Survey {
  /** When the document loaded, by this machine's clock. */
  readonly startedAtMs: number;
  readonly username: string | null;
  /** Path, query and hash, with `{username}`. */
  readonly address: string;
  readonly places: readonly Place[];
  /** How many elements are found, by path. Elements that the pack does not have are left out. */
  readonly counts: Readonly<Record<string, number>>;
  readonly ids: readonly IdChoice[];
  /** Why the feed can not be read. */
  readonly feedProblem: string | null;
}

export interface IdChoice {
  readonly value: string;
  /** As the pack has it. */
  readonly id: Part;
}
