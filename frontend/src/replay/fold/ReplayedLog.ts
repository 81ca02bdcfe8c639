import { rootReducer } from '../../data/store/rootReducer.ts';
import { type ActionLog, clockTicked, type LogEntry, type Moment, navigationChanged } from '../log/logFormat.ts';
import '../log/allEndpoints.ts';

interface Failure {
  readonly position: number;
  readonly sentence: string;
}

export class ReplayedLog {
  /** By position. The states share their unchanged parts. */
  private readonly moments: Moment[];
  /** The first action for which a reducer threw. As in the app, the state stayed as it was. */
  readonly failure: Failure | null = null;

  constructor(readonly log: ActionLog) {
    let { state, address, nowMs } = log.base;
    this.moments = [log.base];
    for (const [index, { seq, action }] of log.entries.entries()) {
      if (navigationChanged.match(action)) address = action.payload.address;
      if (clockTicked.match(action)) nowMs = action.payload.nowMs;
      try {
        state = rootReducer(state, action);
      } catch (error) {
        const which = `Action ${index + 1} (number ${seq} of the recording, ${action.type})`;
        this.failure ??= { position: index + 1, sentence: `${which} cannot be applied: ${error}` };
      }
      this.moments.push({ state, address, nowMs });
    }
  }

  get length(): number {
    return this.log.entries.length;
  }

  /** The moment after `position` actions; 0 is the start of the log. */
  momentAt(position: number): Moment {
    return this.moments[position] ?? this.log.base;
  }

  entryAt(position: number): LogEntry | undefined {
    return this.log.entries[position - 1];
  }
}
