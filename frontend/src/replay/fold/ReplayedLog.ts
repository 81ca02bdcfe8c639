import { rootReducer } from '../../data/store/rootReducer.ts';
import { type ActionLog, clockTicked, type LogEntry, type Moment, navigationChanged } from '../log/logFormat.ts';
import '../log/allEndpoints.ts';

interface Failure {
  readonly position: number;
  readonly error: string;
  readonly sentence: string;
}

/** A log with the moment after each of its actions. They are the same in every browser and in Node, at any time and in any time zone. */
export class ReplayedLog {
  /** By position. The states share their unchanged parts. */
  private readonly moments: Moment[];
  /** The first action for which a reducer threw. As in the app, the state stayed as it was. */
  readonly failure: Failure | null = null;

  constructor(
    readonly log: ActionLog,
    reducer: typeof rootReducer = rootReducer,
  ) {
    let { state, address, nowMs } = log.base;
    this.moments = [log.base];
    for (const [index, { seq, action }] of log.entries.entries()) {
      if (navigationChanged.match(action)) address = action.payload.address;
      if (clockTicked.match(action)) nowMs = action.payload.nowMs;
      try {
        state = reducer(state, action);
      } catch (error) {
        const which = `Action ${index + 1} (number ${seq} of the recording, ${action.type})`;
        const why = error instanceof Error ? error.message : String(error);
        this.failure ??= {
          position: index + 1,
          error: String(error),
          sentence: `${which} cannot be applied: ${why}`,
        };
      }
      this.moments.push({ state, address, nowMs });
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
