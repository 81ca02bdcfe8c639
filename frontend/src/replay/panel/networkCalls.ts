import type { CallMeta } from '../../data/baseQuery.ts';
import { callIdOf, callOf } from '../log/callOf.ts';
import type { LogEntry } from '../log/logFormat.ts';

interface NetworkCall extends CallMeta {
  /** The positions of the actions that sent the call and that have its answer; null where the log does not have them. */
  readonly askedAt: number | null;
  readonly answeredAt: number;
}

const positionOf = (index: number): number | null => (index < 0 ? null : index + 1);

/** The network call behind an action: its request or its answer. Null for other actions, and while there is no answer. */
export function networkCallOf(entries: readonly LogEntry[], entry: LogEntry): NetworkCall | null {
  const id = callIdOf(entry.action);
  if (id === undefined) return null;
  const answer = entries.findIndex(({ action }) => callIdOf(action) === id && callOf(action) !== undefined);
  const call = entries[answer] && callOf(entries[answer].action);
  if (!call) return null;
  const asked = entries.findIndex(({ action }) => callIdOf(action) === id);
  return { ...call, askedAt: asked === answer ? null : positionOf(asked), answeredAt: answer + 1 };
}

/** The position of the answer whose request id is in a text, such as a line of the server's log; null without one. */
export function positionOfRequestIn(entries: readonly LogEntry[], text: string): number | null {
  return positionOf(
    entries.findIndex(({ action }) => {
      const id = callOf(action)?.requestId;
      return typeof id === 'string' && text.includes(id);
    }),
  );
}
