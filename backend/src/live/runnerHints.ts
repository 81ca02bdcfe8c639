import { LIVE_REFUSED } from '@flyerdeck/contracts';
import type { Logger } from 'pino';
import type { Db } from '../database/statement.ts';
import { closeConnection } from './closeConnection.ts';
import type { Connections, RunnerConnection } from './connections.ts';
import { findRunnerWork, markRunners } from './runnerPages.query.ts';

/** Hints of this time are answered together: each costs a query of the pages of their owners. */
const GATHER_MS = 100;
const RUNNERS_AT_ONCE = 100;

interface RunnerHintsParts {
  readonly db: Db;
  readonly live: Connections;
  readonly logger: Logger;
  /** How often `markAll` is called. */
  readonly markEveryMs: number;
}

/**
 * Tells runners which of their sleeping browsers have work. A browser costs its owner's machine much more than a poll, so a hint is
 * sent only for a page of which a posting can be claimed.
 */
export class RunnerHints {
  private readonly owners = new Set<string>();
  private readonly pages = new Set<string>();
  private gathering: NodeJS.Timeout | undefined;
  /** Pages that are looked at again before the next `markAll`. */
  private readonly timers = new Map<string, NodeJS.Timeout>();

  constructor(private readonly parts: RunnerHintsParts) {}

  /** Pages of this owner, or this page, may have work now. */
  lookAt(hint: { readonly owner: string } | { readonly page: string }): void {
    const { live } = this.parts;
    if ('owner' in hint ? live.runnersOf(hint.owner).length === 0 : live.counts.runner === 0) return;
    if ('owner' in hint) this.owners.add(hint.owner);
    else this.pages.add(hint.page);
    this.gathering ??= setTimeout(() => this.lookAtGathered(), GATHER_MS).unref();
  }

  /** Calls `mark` for all connected runners. */
  async markAll(): Promise<void> {
    const connections = this.parts.live.allRunners();
    for (let start = 0; start < connections.length; start += RUNNERS_AT_ONCE) {
      await this.mark(connections.slice(start, start + RUNNERS_AT_ONCE));
    }
  }

  /** Keeps the pages of these runners active, closes runners that were ended, and looks for work of all their pages. */
  async mark(connections: readonly RunnerConnection[]): Promise<void> {
    const { db, markEveryMs } = this.parts;
    const ids = connections.map(({ runner_id }) => runner_id);
    const kept = new Set((await markRunners(db, [ids])).map(({ runner_id }) => runner_id));
    for (const { runner_id, socket } of connections) if (!kept.has(runner_id)) closeConnection(socket, LIVE_REFUSED);
    await this.send(ids, null, null, markEveryMs);
  }

  stop(): void {
    clearTimeout(this.gathering);
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
  }

  private lookAtGathered(): void {
    this.gathering = undefined;
    const [owners, pages] = [[...this.owners], [...this.pages]];
    this.owners.clear();
    this.pages.clear();
    const ids = (
      pages.length > 0 ? this.parts.live.allRunners() : owners.flatMap((id) => this.parts.live.runnersOf(id))
    ).map(({ runner_id }) => runner_id);
    if (ids.length === 0) return;
    this.send(ids, owners, pages, this.parts.markEveryMs).catch((error: unknown) =>
      // The next mark looks again.
      this.parts.logger.warn({ err: error }, 'the work of runners could not be read'),
    );
  }

  private async send(
    ids: readonly string[],
    owners: readonly string[] | null,
    pages: readonly string[] | null,
    withinMs: number,
  ): Promise<void> {
    const rows = await findRunnerWork(this.parts.db, [ids, owners, pages, withinMs]);
    const now = new Map<string, string[]>();
    for (const { runner_id: id, page_guid: page, wait_ms: waitMs } of rows) {
      if (waitMs > 0) this.lookAgainIn(waitMs, page);
      else now.set(id, [...(now.get(id) ?? []), page]);
    }
    for (const [id, guids] of now) this.parts.live.hintRunner(id, guids);
  }

  private lookAgainIn(waitMs: number, page: string): void {
    clearTimeout(this.timers.get(page));
    const look = () => {
      this.timers.delete(page);
      this.lookAt({ page });
    };
    this.timers.set(page, setTimeout(look, waitMs).unref());
  }
}
