import type { RootState } from '../../data/store/rootReducer.ts';
import { ReplayedLog } from '../fold/ReplayedLog.ts';
import type { ActionLog } from '../log/logFormat.ts';

const bytesOf = (value: unknown): number => new Blob([JSON.stringify(value)]).size;

const NO_ROWS = { ids: [], entities: {} };

/** The parts of a state that may be large, with the state without them: as if the answer had not arrived yet. */
function largeParts(state: RootState): { readonly bytes: number; readonly without: (state: RootState) => RootState }[] {
  const queries = Object.keys(state.api.queries) as (keyof typeof state.api.queries)[];
  const slices = (['pages', 'assistants', 'tasks', 'presets'] as const).map((name) => ({
    bytes: bytesOf(state[name]),
    without: (from: RootState): RootState => ({ ...from, [name]: { ...from[name], ...NO_ROWS } }),
  }));
  const answers = queries.map((key) => ({
    bytes: bytesOf(state.api.queries[key]),
    without: (from: RootState): RootState => {
      const { [key]: _, ...others } = from.api.queries;
      return { ...from, api: { ...from.api, queries: others } };
    },
  }));
  return [...slices, ...answers].sort((one, other) => other.bytes - one.bytes);
}

function stateWithin(maxBytes: number, state: RootState): RootState {
  let [fitting, bytes] = [state, bytesOf(state)];
  for (const part of largeParts(state)) {
    if (bytes <= maxBytes) break;
    fitting = part.without(fitting);
    bytes = bytesOf(fitting);
  }
  return fitting;
}

/**
 * The log if it has at most `maxBytes`. Else its newest actions, in up to half of the bytes, and the state before them,
 * without its largest lists where they do not fit.
 */
export function newestPart(log: ActionLog, maxBytes: number): { readonly log: ActionLog; readonly isCut: boolean } {
  if (bytesOf(log) <= maxBytes) return { log, isCut: false };
  const replayed = new ReplayedLog(log);
  let first = log.entries.length;
  for (let bytes = 0; first > 0; first--) {
    bytes += bytesOf(log.entries[first - 1]) + 1;
    if (bytes > maxBytes / 2) break;
  }
  const entries = log.entries.slice(first);
  const base = replayed.momentAt(first);
  // The rest of the log has less than 1,000 bytes.
  const state = stateWithin(maxBytes - bytesOf(entries) - 1_000, base.state);
  return { log: { ...log, base: { ...base, state }, entries }, isCut: true };
}
