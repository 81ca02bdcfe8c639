/** Shorter failures, for example while Postgres restarts, are no problem. */
const LASTING_MS = 30_000;

/** What fails in this process. `/healthz` reports it. */
export class Problems {
  private readonly failures = new Map<string, { readonly since: number; reason: string }>();

  /** `part` completes the sentence "... has failed for 40 s". */
  failed(part: string, error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    const { since } = this.failures.get(part) ?? { since: Date.now() };
    this.failures.set(part, { since, reason });
  }

  worked(part: string): void {
    this.failures.delete(part);
  }

  /** A sentence for each part that has failed since at least half a minute. */
  lasting(): string[] {
    return [...this.failures].flatMap(([part, { since, reason }]) => {
      const lasted = Date.now() - since;
      return lasted < LASTING_MS ? [] : [`${part} has failed for ${Math.round(lasted / 1_000)} s: ${reason}`];
    });
  }
}
