import { rootReducer } from '../../data/store/rootReducer.ts';
import { type ActionLog, clockTicked, type LogEntry, type Moment, navigationChanged } from '../log/logFormat.ts';
import '../log/allEndpoints.ts';

export interface Change {
  /** 'api.queries.listTasks({}).data[0].status' */
  readonly where: string;
  readonly before: unknown;
  readonly after: unknown;
}

type Parts = Readonly<Record<string, unknown>>;
const hasParts = (value: unknown): value is Parts => typeof value === 'object' && value !== null;

export function stateDiff(before: unknown, after: unknown, where = ''): Change[] {
  if (before === after) return [];
  if (!hasParts(before) || !hasParts(after) || Array.isArray(before) !== Array.isArray(after))
    return [{ where, before, after }];
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) => {
    const path = Array.isArray(before) ? `${where}[${key}]` : where === '' ? key : `${where}.${key}`;
    return stateDiff(before[key], after[key], path);
  });
}

const withSortedKeys = (_key: string, value: unknown): unknown =>
  hasParts(value) && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** JSON with sorted keys and without undefined values, so that equal states have equal texts. */
export const canonicalJson = (value: unknown): string => JSON.stringify(value ?? null, withSortedKeys);

export class ReplayedLog {
  /** By position. The states share their unchanged parts. */
  private readonly moments: Moment[];
  /** The first action for which a reducer threw. As in the app, the state stayed as it was. */
  readonly failure: { readonly position: number; readonly sentence: string } | null = null;

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
