import { createAction, type UnknownAction } from '@reduxjs/toolkit';
import type { RootState } from '../../data/store/rootReducer.ts';

export const LOG_FORMAT = 'flyerdeck.action-log';
/** A build reads only logs of its own version. */
export const LOG_VERSION = 3;

/** Everything in the log that decides what a screen shows: the state, the address, and the time. */
export interface Moment {
  readonly state: RootState;
  readonly address: string;
  /** Time of the minute clock's last tick, in ms. */
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

/** The router's address changed. This action is only for the log; no reducer handles it. */
export const navigationChanged = createAction<{ address: string }>('navigation/changed');

/** A reducer threw at the action before. This action is only for the log: name and message of the exception. */
export const exceptionThrown = createAction<string>('exception/thrown');

export const clockTicked = createAction<{ nowMs: number }>('clock/ticked');

/** A report of a problem as admins download it: an action log with what the report says about it. */
export const REPORT_FORMAT = 'flyerdeck.problem-report';

export interface ReportFile {
  readonly format: typeof REPORT_FORMAT;
  readonly version: 1;
  readonly report: { readonly id: string; readonly sentence: string; readonly created_at: string };
  readonly log: unknown;
}

export const isReportFile = (file: unknown): file is ReportFile =>
  (file as { readonly format?: unknown } | null)?.format === REPORT_FORMAT;
