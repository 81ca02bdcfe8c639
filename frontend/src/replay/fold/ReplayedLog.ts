import type { ActionLog, LogEntry, Moment } from '../log/logFormat.ts';
import { nextMoment } from './nextMoment.ts';

/** From one of these on a jump folds: never more than so many actions. */
const ACTIONS_PER_SNAPSHOT = 50;

/** What an action did that the reducers could not take. */
export class UnreplayableAction extends Error {
  constructor(
    /** In the log, from 0. */
    readonly index: number,
    entry: LogEntry,
    cause: unknown,
  ) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super(`Action ${index + 1} (number ${entry.seq} of the recording, ${entry.action.type}) cannot be applied: ${why}`);
  }
}

/** A log with the moment after each of its actions at hand. */
export class ReplayedLog {
  private readonly snapshots: Moment[];
  private last: { readonly position: number; readonly moment: Moment };

  /** @throws UnreplayableAction */
  constructor(readonly log: ActionLog) {
    this.snapshots = [log.base];
    let moment = log.base;
    for (let index = 0; index < log.entries.length; index++) {
      moment = this.apply(moment, index);
      if ((index + 1) % ACTIONS_PER_SNAPSHOT === 0) this.snapshots.push(moment);
    }
    this.last = { position: log.entries.length, moment };
  }

  get length(): number {
    return this.log.entries.length;
  }

  /** After so many actions: 0 is the start of the log. */
  momentAt(position: number): Moment {
    const wanted = Math.max(0, Math.min(position, this.length));
    const snapshot = Math.floor(wanted / ACTIONS_PER_SNAPSHOT);
    let from = snapshot * ACTIONS_PER_SNAPSHOT;
    let moment = this.snapshots[snapshot] ?? this.log.base;
    // Stepping forward goes on from where it stands.
    if (this.last.position <= wanted && this.last.position > from) {
      from = this.last.position;
      moment = this.last.moment;
    }
    for (let index = from; index < wanted; index++) moment = this.apply(moment, index);
    this.last = { position: wanted, moment };
    return moment;
  }

  /** The action that led to a position; undefined at the start. */
  entryAt(position: number): LogEntry | undefined {
    return this.log.entries[position - 1];
  }

  private apply(moment: Moment, index: number): Moment {
    const entry = this.log.entries[index];
    if (!entry) throw new RangeError(`The log has no action ${index + 1}.`);
    try {
      return nextMoment(moment, entry);
    } catch (cause) {
      throw new UnreplayableAction(index, entry, cause);
    }
  }
}
