import type { UnknownAction } from '@reduxjs/toolkit';
import type { RootState } from '../../app/rootReducer.ts';

export const LOG_FORMAT = 'flyerdeck.action-log';
/** Raised whenever an older reader would misread a newer log; see `migrateLog`. */
export const LOG_VERSION = 2;

/** All that a screen depends on and the log knows: the state, the address, and the time that it is measured from. */
export interface Moment {
  readonly state: RootState;
  /** Path and query. */
  readonly address: string;
  /** Of the last tick, in ms. */
  readonly nowMs: number;
}

export interface LogEntry {
  /** Counts from 1 at the start of the recording; the first ones may be gone from a long log. */
  readonly seq: number;
  /** When it was dispatched, in ms. */
  readonly at: number;
  readonly action: UnknownAction;
}

export interface ActionLog {
  readonly format: typeof LOG_FORMAT;
  readonly version: typeof LOG_VERSION;
  /** Of the app that recorded it. */
  readonly buildId: string;
  readonly savedAt: string;
  /** Dates are written out in these. */
  readonly timeZone: string;
  readonly language: string;
  /** Before the first entry. */
  readonly base: Moment;
  readonly entries: readonly LogEntry[];
}
