/** The values of a statement whose parameters depend on the filters that are set. */
export class Parameters {
  readonly values: unknown[] = [];

  /** Returns the place of the value in the statement: `$3`. */
  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}
