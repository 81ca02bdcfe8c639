import type { Logger } from 'pino';
import type { Db } from '../database/statement.ts';
import { sentenceOf } from '../faults.ts';

/** Such as while Postgres restarts. */
const LASTING_MS = 30_000;

/** For `/healthz`. */
export class Problems {
  private readonly failures = new Map<string, { readonly since: number; reason: string }>();
  private readonly running = new Map<object, { part: string; since: number; maxSeconds: number }>();

  /** `part` completes "... has failed for 40 s". */
  failed(part: string, error: unknown): void {
    const reason = sentenceOf(error) ?? (error instanceof Error ? error.message : String(error));
    const { since } = this.failures.get(part) ?? { since: performance.now() };
    this.failures.set(part, { since, reason });
  }

  worked(part: string): void {
    this.failures.delete(part);
  }

  /** A problem if `ended` is not called with this key within `maxSeconds`. */
  started(key: object, part: string, maxSeconds: number): void {
    this.running.set(key, { part, since: performance.now(), maxSeconds });
  }

  ended(key: object): void {
    this.running.delete(key);
  }

  /** A sentence for each part that has failed for LASTING_MS, or that hangs. */
  lasting(): string[] {
    // Not the time of day, because the clock of the machine may be changed.
    const now = performance.now();
    const seconds = (since: number) => Math.round((now - since) / 1_000);
    const failing = [...this.failures]
      .filter(([, { since }]) => now - since >= LASTING_MS)
      .map(([part, { since, reason }]) => `${part} has failed for ${seconds(since)} s: ${reason}`);
    const hanging = [...this.running.values()]
      .filter(({ since, maxSeconds }) => now - since >= maxSeconds * 1_000)
      .map(({ part, since }) => `${part} has run for ${seconds(since)} s and has not ended`);
    return [...failing, ...hanging];
  }
}

export interface JobParts {
  readonly db: Db;
  readonly logger: Logger;
  readonly problems: Problems;
}
