import { callIdOf } from '../log/callOf.ts';
import type { ActionLog, LogEntry } from '../log/logFormat.ts';

interface Shrunk {
  readonly log: ActionLog;
  /** Whether the time sufficed to try to leave out each of the remaining actions. */
  readonly isMinimal: boolean;
}

/** Actions that are kept or left out together: a request with its answer; all others alone. */
function groupsOf(entries: readonly LogEntry[]): LogEntry[][] {
  const groups = new Map<unknown, LogEntry[]>();
  for (const entry of entries) {
    const call = callIdOf(entry.action) ?? entry;
    groups.set(call, [...(groups.get(call) ?? []), entry]);
  }
  return [...groups.values()];
}

/**
 * The log without the actions that it does not need to fail. Leaves out ever smaller runs of groups, until no group can be left out.
 * `fails` says whether a log fails in the same way as the whole log.
 */
export function shrinkLog(log: ActionLog, fails: (shorter: ActionLog) => boolean, hasTime: () => boolean): Shrunk {
  const withGroups = (groups: readonly LogEntry[][]): ActionLog => ({
    ...log,
    entries: groups
      .flat()
      .sort((one, other) => one.seq - other.seq)
      .map((entry, index) => ({ ...entry, seq: index + 1 })),
  });
  let kept = groupsOf(log.entries);
  let size = Math.ceil(kept.length / 2);
  for (;;) {
    const { length } = kept;
    for (let end = length; end > 0; end -= size) {
      if (!hasTime()) return { log: withGroups(kept), isMinimal: false };
      const shorter = kept.toSpliced(Math.max(0, end - size), Math.min(size, end));
      if (fails(withGroups(shorter))) kept = shorter;
    }
    if (size > 1) size = Math.ceil(size / 2);
    else if (kept.length === length) return { log: withGroups(kept), isMinimal: true };
  }
}
