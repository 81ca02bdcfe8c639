import type { ProblemReportBody } from '@flyerdeck/contracts/types';
import { MAX_PROBLEM_REPORT_BYTES, MAX_PROBLEM_REPORT_REQUEST_IDS } from '@flyerdeck/contracts/values/problemReports';
import { setReportCode } from '../../data/problemReports/reportBody.ts';
import { rootReducer } from '../../data/store/rootReducer.ts';
import { callOf } from '../log/callOf.ts';
import type { ActionLog } from '../log/logFormat.ts';
import { currentRecorder } from '../record/currentRecorder.ts';
import { newestPart } from './newestPart.ts';

/** The request ids of the latest calls, newest first. */
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

/** The log without state, address and actions. */
const emptied = (log: ActionLog): ActionLog => ({
  ...log,
  base: { ...log.base, state: rootReducer(undefined, { type: 'start' }), address: '/' },
  entries: [],
});

/**
 * The report of a problem: the newest part of this tab's log, without secrets. A log that may have texts of other users is sent empty.
 * The ids of its calls find them in the server's log.
 */
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
