import { LIVE_REFUSED } from '@flyerdeck/contracts';
import { type Hint, listenForHints } from '../database/hints.ts';
import { startRepeatingTimer } from '../jobs/repeatingTimer.ts';
import { closeConnection, SERVICE_RESTART } from './closeConnection.ts';
import { MARK_EVERY_SECONDS, markConnectedPages } from './connectedPages.query.ts';
import type { RunnerConnection } from './connections.ts';
import type { LiveParts } from './liveParts.ts';
import { RunnerHints } from './runnerHints.ts';
import { WorkHints } from './workHints.ts';

const MARKED_AT_ONCE = 1_000;

/** Times in milliseconds. Tests use shorter ones. */
export const DELIVERY_TIMES = {
  markEveryMs: MARK_EVERY_SECONDS * 1000,
  /** After a lost LISTEN connection the browser tabs are disconnected within this time. */
  spreadMs: 5_000,
};

/** Passes the hints of all processes on to the connections of this one, and keeps the connected pages active. */
export function startHintDelivery(
  { db, live, logger }: Pick<LiveParts, 'db' | 'live' | 'logger'>,
  { markEveryMs, spreadMs }: typeof DELIVERY_TIMES,
): { runnerConnected(connection: RunnerConnection): Promise<void>; stop(): Promise<void> } {
  const workHints = new WorkHints(live);
  const runnerHints = new RunnerHints({ db, live, logger, markEveryMs });

  const receive = (hint: Hint) => {
    if (hint.kind === 'work') {
      workHints.send('owner' in hint ? live.devicesOf(hint.owner) : live.devicesOfPage(hint.page));
      runnerHints.lookAt(hint);
    } else if (hint.kind === 'changed') {
      for (const connection of live.userConnections(hint.owner)) {
        if (connection.tab !== hint.tab) live.hintChange(connection, hint.tags);
      }
    } else if (hint.kind === 'site_packs' || hint.kind === 'claims_resumed') {
      marking.wake();
    } else if (hint.kind === 'runner_ended') {
      const isOfRunner = ({ runner_id }: { readonly runner_id: string | null }) => runner_id === hint.runner;
      const ended = [...live.runnersOf(hint.owner), ...live.devicesOf(hint.owner)].filter(isOfRunner);
      for (const { socket } of ended) closeConnection(socket, LIVE_REFUSED);
    } else if (hint.kind === 'deactivated') {
      const theirs = [...live.runnersOf(hint.owner), ...live.devicesOf(hint.owner)];
      for (const { socket } of theirs) closeConnection(socket, LIVE_REFUSED);
    } else if (hint.kind === 'sessions_ended') {
      // The clients connect again, which succeeds only with a valid session.
      for (const { socket } of live.userConnections(hint.owner)) closeConnection(socket, SERVICE_RESTART);
    }
  };

  /** Keeps the connected pages active, closes void devices, and hints pages whose hint was lost or whose site pack has changed. */
  const markPages = async () => {
    const devices = live.allDevices();
    for (let start = 0; start < devices.length; start += MARKED_AT_ONCE) {
      const batch = devices.slice(start, start + MARKED_AT_ONCE);
      const rows = await markConnectedPages(db, [batch.map(({ device_id }) => device_id)]);
      const hasWork = new Map(rows.map((row) => [row.device_id, row.has_work]));
      for (const { device_id, socket } of batch) if (!hasWork.has(device_id)) closeConnection(socket, LIVE_REFUSED);
      workHints.send(batch.filter(({ device_id }) => hasWork.get(device_id)));
    }
    await runnerHints.markAll();
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
      for (const { socket } of live.allUsers()) {
        setTimeout(() => closeConnection(socket, SERVICE_RESTART), Math.random() * spreadMs).unref();
      }
    },
  });

  return {
    /** Its pages are active from now on, and may have work. */
    runnerConnected: (connection) => runnerHints.mark([connection]),
    async stop() {
      workHints.stop();
      runnerHints.stop();
      await Promise.all([marking.stop(), listening.stop()]);
    },
  };
}
