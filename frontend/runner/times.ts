/** In milliseconds. Tests use shorter ones. */
export const TIMES = {
  lookEvery: 1_000,
  /** A browser without work for this long is closed. */
  idle: 20_000,
  /** The same while other pages wait. */
  idleInTurn: 5_000,
  /** While others wait, a page with more work gives its turn away after this time. */
  turn: 180_000,
  /** A browser whose extension has reached nothing for this long is closed. */
  noContact: 120_000,
  /** How long the window of a person stays. */
  opened: 30 * 60_000,
  askForToken: 3_000,
  pairing: 2_000,
  /** At a stop: how long a posting may take to its end. */
  stop: 60_000,
  readPages: 60_000,
  /** Before a page with a problem that may end by itself is looked at again: this time, four times as long, and so on. */
  retry: 15 * 60_000,
  maxRetry: 6 * 3_600_000,
};

export type Times = typeof TIMES;
