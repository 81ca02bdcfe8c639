import { MAX_PROBLEM_REPORT_BYTES, MAX_PROBLEM_REPORT_REQUEST_IDS } from '@flyerdeck/contracts/problemReports.values';
import type { ProblemReportBody } from '@flyerdeck/contracts/types';
import { setReportCode } from '../../data/problemReports/problemReportsApi.ts';
import { rootReducer } from '../../data/store/rootReducer.ts';
import { callOf, endpointOf } from '../log/actionLabel.ts';
import type { ActionLog } from '../log/logFormat.ts';
import { type ActionRecorder, currentRecorder } from '../record/ActionRecorder.ts';

function requestIdsOf({ entries }: ActionLog): string[] {
  const ids = entries.map(({ action }) => callOf(action)?.requestId).filter((id) => typeof id === 'string');
  return [...new Set(ids.reverse())].slice(0, MAX_PROBLEM_REPORT_REQUEST_IDS);
}

/** Whether the log may have texts of other users: of an admin, or after a preview, which needs no session. */
function mayHaveOthersTexts({ base, entries }: ActionLog): boolean {
  if (base.state.session.user?.is_admin) return true;
  if (Object.values(base.state.api.queries).some((query) => query?.endpointName === 'getPreview')) return true;
  return entries.some(
    ({ action }) =>
      endpointOf(action) === 'getPreview' || (endpointOf(action) === 'me' && Object(action.payload).is_admin === true),
  );
}

const emptied = (log: ActionLog): string =>
  JSON.stringify({
    ...log,
    base: { ...log.base, state: rootReducer(undefined, { type: 'start' }), address: '/' },
    entries: [],
  });

function newestPart(recorder: ActionRecorder, whole: ActionLog): { readonly log: string; readonly isCut: boolean } {
  // A text may have more bytes than characters.
  for (const share of [1, 0.5, 0.25]) {
    const log = recorder.toJson(share * MAX_PROBLEM_REPORT_BYTES);
    if (new Blob([log]).size <= MAX_PROBLEM_REPORT_BYTES)
      return { log, isCut: (JSON.parse(log) as ActionLog).entries.length < whole.entries.length };
  }
  return { log: emptied(whole), isCut: true };
}

/** The newest part of this tab's log, without secrets. A log that may have texts of other users is sent empty. */
export function makeReport(sentence: string): ProblemReportBody {
  const recorder = currentRecorder.instance;
  if (!recorder) throw new Error('This document records no actions.');
  const whole = JSON.parse(recorder.toJson()) as ActionLog;
  const { log, isCut } = mayHaveOthersTexts(whole)
    ? { log: emptied(whole), isCut: false }
    : newestPart(recorder, whole);
  return {
    sentence: recorder.redactText(sentence),
    build_id: whole.buildId,
    request_ids: requestIdsOf(whole),
    is_cut: isCut,
    log,
  };
}

setReportCode(makeReport);
