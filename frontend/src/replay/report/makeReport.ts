import type { ProblemReportBody } from '@flyerdeck/contracts/types';
import { MAX_PROBLEM_REPORT_BYTES, MAX_PROBLEM_REPORT_REQUEST_IDS } from '@flyerdeck/contracts/values/problemReports';
import { setReportCode } from '../../data/problemReports/reportBody.ts';
import { callOf } from '../log/callOf.ts';
import type { ActionLog } from '../log/logFormat.ts';
import { currentRecorder } from '../record/currentRecorder.ts';
import { hideOthersTexts } from './hideOthersTexts.ts';
import { newestPart } from './newestPart.ts';

/** The request ids of the latest calls, newest first. */
function requestIdsOf({ entries }: ActionLog): string[] {
  const ids = entries.map(({ action }) => callOf(action)?.requestId).filter((id) => typeof id === 'string');
  return [...new Set(ids.reverse())].slice(0, MAX_PROBLEM_REPORT_REQUEST_IDS);
}

/** The report of a problem: the newest part of this tab's log, without secrets and without texts of other users. */
export function makeReport(sentence: string): ProblemReportBody {
  const recorder = currentRecorder();
  if (!recorder) throw new Error('This document records no actions.');
  // Again as a whole: a text may have been recorded before it was known as a secret.
  const recorded = recorder.redact(recorder.toLog());
  const { log, isCut } = newestPart(hideOthersTexts(recorded), MAX_PROBLEM_REPORT_BYTES);
  return {
    sentence: recorder.redact(sentence),
    build_id: log.buildId,
    request_ids: requestIdsOf(log),
    is_cut: isCut,
    log: JSON.stringify(log),
  };
}

setReportCode(makeReport);
