import type { UnknownAction } from '@reduxjs/toolkit';
import type { RootState } from '../../data/store/rootReducer.ts';

export const LOG_FORMAT = 'flyerdeck.action-log';
/** Incremented when an older build would misread newer logs; see `migrateLog`. */
export const LOG_VERSION = 3;

/** Everything in the log that decides what a screen shows: the state, the address, and the time. */
export interface Moment {
  readonly state: RootState;
  /** Path and query. */
  readonly address: string;
  /** Time of the minute clock's last tick, in ms. */
  readonly nowMs: number;
}

export interface LogEntry {
  /** Number of the action, from 1 at the start of the recording. A long log does not have the first ones. */
  readonly seq: number;
  /** When it was dispatched, in ms. */
  readonly at: number;
  readonly action: UnknownAction;
}

export interface ActionLog {
  readonly format: typeof LOG_FORMAT;
  readonly version: typeof LOG_VERSION;
  /** Build id of the app that recorded the log. */
  readonly buildId: string;
  readonly savedAt: string;
  /** Time zone and language in which the app showed dates. */
  readonly timeZone: string;
  readonly language: string;
  /** The moment before the first entry. */
  readonly base: Moment;
  readonly entries: readonly LogEntry[];
}
