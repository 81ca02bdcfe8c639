import { rootReducer } from '../../data/store/rootReducer.ts';
import type { ActionLog, LogEntry, Moment } from '../log/logFormat.ts';
import { clockTicked, navigationChanged } from '../log/recordedActions.ts';
import '../log/allEndpoints.ts';

/** The moment after an action. It is the same in every browser and in Node, at any time and in any time zone. */
const momentAfter = ({ state, address, nowMs }: Moment, { action }: LogEntry): Moment => ({
  state: rootReducer(state, action),
  address: navigationChanged.match(action) ? action.payload.address : address,
  nowMs: clockTicked.match(action) ? action.payload.nowMs : nowMs,
});

/** A log with the moment after each of its actions. */
export class ReplayedLog {
  /** By position. The states share their unchanged parts. */
  private readonly moments: Moment[];

  /** @throws Error that names the action which the reducers could not apply */
  constructor(readonly log: ActionLog) {
    let moment = log.base;
    this.moments = [moment];
    for (const [index, entry] of log.entries.entries()) {
      try {
        moment = momentAfter(moment, entry);
      } catch (cause) {
        const why = cause instanceof Error ? cause.message : String(cause);
        const which = `Action ${index + 1} (number ${entry.seq} of the recording, ${entry.action.type})`;
        throw new Error(`${which} cannot be applied: ${why}`, { cause });
      }
      this.moments.push(moment);
    }
  }

  get length(): number {
    return this.log.entries.length;
  }

  /** The moment after `position` actions; 0 is the start of the log. */
  momentAt(position: number): Moment {
    return this.moments[Math.max(0, Math.min(position, this.length))] ?? this.log.base;
  }

  /** The action that led to a position; undefined at the start. */
  entryAt(position: number): LogEntry | undefined {
    return this.log.entries[position - 1];
  }
}
