import type { ProblemReportBody } from '@flyerdeck/contracts/types';
import { MAX_PROBLEM_REPORT_BYTES, MAX_PROBLEM_REPORT_REQUEST_IDS } from '@flyerdeck/contracts/values/problemReports';
import { setReportCode } from '../../data/problemReports/problemReportsApi.ts';
import { type RootState, rootReducer } from '../../data/store/rootReducer.ts';
import { ReplayedLog } from '../fold/ReplayedLog.ts';
import { callOf } from '../log/actions.ts';
import type { ActionLog } from '../log/logFormat.ts';
import { currentRecorder } from '../record/ActionRecorder.ts';

function requestIdsOf({ entries }: ActionLog): string[] {
  const ids = entries.map(({ action }) => callOf(action)?.requestId).filter((id) => typeof id === 'string');
  return [...new Set(ids.reverse())].slice(0, MAX_PROBLEM_REPORT_REQUEST_IDS);
}

/** Whether the log may have texts of other users: of an admin, or after a preview, which needs no session. */
function mayHaveOthersTexts({ base, entries }: ActionLog): boolean {
  if (base.state.session.user?.is_admin) return true;
  if (Object.values(base.state.api.queries).some((query) => query?.endpointName === 'getPreview')) return true;
  return entries.some(({ action }) => {
    const { endpointName } = Object(Object(action.meta).arg);
    return endpointName === 'getPreview' || (endpointName === 'me' && Object(action.payload).is_admin === true);
  });
}

const emptied = (log: ActionLog): ActionLog => ({
  ...log,
  base: { ...log.base, state: rootReducer(undefined, { type: 'start' }), address: '/' },
  entries: [],
});

/** A log that may have texts of other users is sent empty. The ids of its calls find them in the server's log. */
export function makeReport(sentence: string): ProblemReportBody {
  const recorder = currentRecorder();
  if (!recorder) throw new Error('This document records no actions.');
  // Again as a whole: a text may have been recorded before it was known as a secret.
  const recorded = recorder.redact(recorder.toLog());
  const { log, isCut } = newestPart(
    mayHaveOthersTexts(recorded) ? emptied(recorded) : recorded,
    MAX_PROBLEM_REPORT_BYTES,
  );
  return {
    sentence: recorder.redact(sentence),
    build_id: log.buildId,
    request_ids: requestIdsOf(recorded),
    is_cut: isCut,
    log: JSON.stringify(log),
  };
}

setReportCode(makeReport);

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

/** If it is longer: its newest actions, in up to half of the bytes, and the state before them, without its largest lists where they do not fit. */
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
  const state = stateWithin(maxBytes - bytesOf(entries) - 1_000, base.state);
  return { log: { ...log, base: { ...base, state }, entries }, isCut: true };
}
