import { LIVE_REFUSED } from '@flyerdeck/contracts';
import { type Hint, listenForHints } from '../../database/hints.ts';
import { startRepeatingTimer } from '../../jobs/repeatingTimer.ts';
import { findRunnerWork, MARK_EVERY_SECONDS, markConnectedPages, markRunners } from './connected.query.ts';
import {
  closeConnection,
  type DeviceConnection,
  type LiveParts,
  type RunnerConnection,
  SERVICE_RESTART,
  sendMessage,
} from './connections.ts';

const MARKED_AT_ONCE = 1_000;

export const DELIVERY_TIMES = {
  markEveryMs: MARK_EVERY_SECONDS * 1000,
  /** Browser tabs are disconnected within this time after a lost LISTEN connection. */
  spreadMs: 5_000,
};

/** Also keeps the connected pages active. */
export function startHintDelivery(
  { db, live, logger }: Pick<LiveParts, 'db' | 'live' | 'logger'>,
  { markEveryMs, spreadMs }: typeof DELIVERY_TIMES,
): { runnerConnected(connection: RunnerConnection): Promise<void>; stop(): Promise<void> } {
  const workHints = new WorkHints();
  const runnerHints = new RunnerHints({ db, live, logger, markEveryMs });

  const receive = (hint: Hint) => {
    if (hint.kind === 'work') {
      const device = 'page' in hint && live.devices.get(hint.page);
      workHints.send('owner' in hint ? live.devices.of(hint.owner) : device ? [device] : []);
      runnerHints.lookAt(hint);
    } else if (hint.kind === 'changed') {
      for (const { tab, socket } of live.usersOf(hint.owner)) {
        if (tab !== hint.tab) sendMessage(socket, { type: 'changed', tags: [...hint.tags] });
      }
    } else if (hint.kind === 'site_packs' || hint.kind === 'claims_resumed') {
      marking.wake();
    } else if (hint.kind === 'runner_ended' || hint.kind === 'deactivated') {
      for (const { runner_id, socket } of [...live.runners.of(hint.owner), ...live.devices.of(hint.owner)]) {
        if (hint.kind === 'deactivated' || runner_id === hint.runner) closeConnection(socket, LIVE_REFUSED);
      }
    } else if (hint.kind === 'sessions_ended') {
      // The clients connect again, which succeeds only with a valid session.
      for (const { socket } of live.usersOf(hint.owner)) closeConnection(socket, SERVICE_RESTART);
    }
  };

  /** Closes void devices, and hints pages whose hint was lost or whose site pack has changed. */
  const markPages = async () => {
    const devices = live.devices.all();
    for (let start = 0; start < devices.length; start += MARKED_AT_ONCE) {
      const batch = devices.slice(start, start + MARKED_AT_ONCE);
      const rows = await markConnectedPages(db, [batch.map(({ device_id }) => device_id)]);
      const hasWork = new Map(rows.map((row) => [row.device_id, row.has_work]));
      for (const { device_id, socket } of batch) if (!hasWork.has(device_id)) closeConnection(socket, LIVE_REFUSED);
      workHints.send(batch.filter(({ device_id }) => hasWork.get(device_id)));
    }
    await runnerHints.mark(live.runners.all());
  };
  const marking = startRepeatingTimer({
    name: 'marking connected pages',
    everySeconds: markEveryMs / 1000,
    logger,
    work: markPages,
  });
  const listening = listenForHints(db, logger, {
    receive: (hints) => hints.forEach(receive),
    connected: () => {
      marking.wake();
      // Tabs may have missed changes, and the end of their session: they connect again and refetch.
      for (const { socket } of live.users) {
        setTimeout(() => closeConnection(socket, SERVICE_RESTART), Math.random() * spreadMs).unref();
      }
    },
  });

  return {
    runnerConnected: (connection) => runnerHints.mark([connection]),
    async stop() {
      workHints.stop();
      runnerHints.stop();
      await Promise.all([marking.stop(), listening.stop()]);
    },
  };
}

/** At the same time, with a pause before the next ones, so that polls do not all arrive at once. */
const HINTS_AT_ONCE = 40;
const PAUSE_BETWEEN_HINTS_MS = 50;

export class WorkHints {
  private readonly waiting = new Set<DeviceConnection>();
  private timer: NodeJS.Timeout | undefined;

  send(connections: Iterable<DeviceConnection>): void {
    for (const connection of connections) this.waiting.add(connection);
    if (!this.timer) this.sendNext();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.waiting.clear();
  }

  private sendNext(): void {
    this.timer = undefined;
    if (this.waiting.size === 0) return;
    for (const connection of [...this.waiting].slice(0, HINTS_AT_ONCE)) {
      this.waiting.delete(connection);
      sendMessage(connection.socket, { type: 'work' });
    }
    this.timer = setTimeout(() => this.sendNext(), PAUSE_BETWEEN_HINTS_MS).unref();
  }
}

/** Each answer costs a query of the pages of the owners. */
const GATHER_MS = 100;

type RunnerHintsParts = Pick<LiveParts, 'db' | 'live' | 'logger'> & { readonly markEveryMs: number };

/** A browser costs much more than a poll, so only pages of which a posting can be claimed get a hint. */
class RunnerHints {
  private readonly owners = new Set<string>();
  private readonly pages = new Set<string>();
  private gathering: NodeJS.Timeout | undefined;
  private readonly timers = new Map<string, NodeJS.Timeout>();

  constructor(private readonly parts: RunnerHintsParts) {}

  lookAt(hint: { readonly owner: string } | { readonly page: string }): void {
    const { live } = this.parts;
    if ('owner' in hint ? live.runners.of(hint.owner).length === 0 : live.runners.size === 0) return;
    if ('owner' in hint) this.owners.add(hint.owner);
    else this.pages.add(hint.page);
    this.gathering ??= setTimeout(() => this.lookAtGathered(), GATHER_MS).unref();
  }

  /** Also closes runners that were ended, and looks for work of all their pages. */
  async mark(connections: readonly RunnerConnection[]): Promise<void> {
    const { db } = this.parts;
    const ids = connections.map(({ runner_id }) => runner_id);
    if (ids.length === 0) return;
    const kept = new Set((await markRunners(db, [ids])).map(({ runner_id }) => runner_id));
    for (const { runner_id, socket } of connections) if (!kept.has(runner_id)) closeConnection(socket, LIVE_REFUSED);
    await this.send(ids, null, null);
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
      pages.length > 0 ? this.parts.live.runners.all() : owners.flatMap((id) => this.parts.live.runners.of(id))
    ).map(({ runner_id }) => runner_id);
    if (ids.length === 0) return;
    this.send(ids, owners, pages).catch((error: unknown) =>
      this.parts.logger.warn({ err: error }, 'the work of runners could not be read'),
    );
  }

  private async send(
    ids: readonly string[],
    owners: readonly string[] | null,
    pages: readonly string[] | null,
  ): Promise<void> {
    const rows = await findRunnerWork(this.parts.db, [ids, owners, pages, this.parts.markEveryMs]);
    const now = new Map<string, string[]>();
    for (const { runner_id: id, page_guid: page, wait_ms: waitMs } of rows) {
      if (waitMs > 0) this.lookAgainIn(waitMs, page);
      else now.set(id, [...(now.get(id) ?? []), page]);
    }
    for (const [id, guids] of now) {
      const connection = this.parts.live.runners.get(id);
      if (connection) sendMessage(connection.socket, { type: 'work', pages: guids });
    }
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
