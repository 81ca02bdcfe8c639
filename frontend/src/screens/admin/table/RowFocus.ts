/**
 * Which row of a table has the keyboard: one stop for the Tab key, arrows move within. A store of its own, so that a
 * step renders the two rows it concerns and not the table.
 */
export class RowFocus {
  private active = 0;
  /** The row that takes the focus as soon as it is there: a virtual table has to scroll to it first. */
  private wanted: number | null = null;
  private readonly mounted = new Map<number, number>();
  private readonly listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  };

  /** Answers how to take the row away again. */
  mount(row: number): () => void {
    // Counted: while rows change places, the new one comes before the old one goes.
    this.mounted.set(row, (this.mounted.get(row) ?? 0) + 1);
    this.notify();
    return () => {
      const left = (this.mounted.get(row) ?? 1) - 1;
      if (left > 0) this.mounted.set(row, left);
      else this.mounted.delete(row);
      this.notify();
    };
  }

  /** The active row, or the first that is there while the active one is scrolled away. */
  get tabStop(): number {
    if (this.mounted.has(this.active)) return this.active;
    return Math.min(...this.mounted.keys());
  }

  /** The row has the focus already. */
  activate(row: number): void {
    if (this.active === row) return;
    this.active = row;
    this.notify();
  }

  moveTo(row: number): void {
    this.active = row;
    this.wanted = row;
    this.notify();
  }

  isWanted(row: number): boolean {
    return this.wanted === row;
  }

  taken(): void {
    this.wanted = null;
  }

  private notify(): void {
    for (const listener of this.listeners) listener();
  }
}
