/** How a turn ends: `again` if the page has more to do and lets the others go first. */
export type TurnEnd = 'done' | 'again';

/** Runs pages in turn, at most `atOnce` at the same time. A page that is asked for again while it waits keeps its place. */
export class Turns {
  private readonly waiting = new Set<string>();
  private readonly running = new Map<string, Promise<void>>();
  private isStopped = false;

  constructor(
    private readonly atOnce: number,
    private readonly run: (page: string) => Promise<TurnEnd>,
  ) {}

  get others(): number {
    return this.waiting.size;
  }

  isRunning(page: string): boolean {
    return this.running.has(page);
  }

  isWaiting(page: string): boolean {
    return this.waiting.has(page);
  }

  /** Does nothing while the page runs: what runs looks for all its work itself. */
  want(page: string): void {
    if (this.isStopped || this.running.has(page)) return;
    this.waiting.add(page);
    this.startNext();
  }

  forget(page: string): void {
    this.waiting.delete(page);
  }

  /** No turn begins any more. Resolves when the running ones have ended. */
  async stop(): Promise<void> {
    this.isStopped = true;
    this.waiting.clear();
    await Promise.all(this.running.values());
  }

  private startNext(): void {
    for (const page of this.waiting) {
      if (this.running.size >= this.atOnce) return;
      this.waiting.delete(page);
      const turn = this.run(page)
        .catch(() => 'done' as const)
        .then((end) => {
          this.running.delete(page);
          if (end === 'again' && !this.isStopped) this.waiting.add(page);
          this.startNext();
        });
      this.running.set(page, turn);
    }
  }
}
