import { createAction, type UnknownAction } from '@reduxjs/toolkit';
import type { RootState } from '../../data/store/rootReducer.ts';

export const LOG_FORMAT = 'flyerdeck.action-log';
/** Incremented when an older build would misread newer logs. */
export const LOG_VERSION = 1;

export interface Moment {
  readonly state: RootState;
  readonly address: string;
  readonly nowMs: number;
}

export interface LogEntry {
  /** Number of the action, from 1 at the start of the recording. A long log does not have the first ones. */
  readonly seq: number;
  readonly at: number;
  readonly action: UnknownAction;
}

export interface ActionLog {
  readonly format: typeof LOG_FORMAT;
  readonly version: typeof LOG_VERSION;
  readonly buildId: string;
  readonly savedAt: string;
  readonly timeZone: string;
  readonly language: string;
  readonly base: Moment;
  readonly entries: readonly LogEntry[];
}

export const REPORT_FORMAT = 'flyerdeck.problem-report';

export interface ReportFile {
  readonly format: typeof REPORT_FORMAT;
  readonly version: 1;
  readonly report: { readonly id: string; readonly sentence: string; readonly created_at: string };
  readonly log: unknown;
}

/** The router's address changed. Only for the log: no reducer handles it. */
export const navigationChanged = createAction<{ address: string }>('navigation/changed');
/** A reducer threw at the action before. Only for the log: name and message of the exception. */
export const exceptionThrown = createAction<string>('exception/thrown');
export const clockTicked = createAction<{ nowMs: number }>('clock/ticked');
