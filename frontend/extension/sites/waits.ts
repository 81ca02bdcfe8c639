/** Set by the build: scripts/buildExtension.mjs has the shipped values, tests use shorter ones. */
declare const __WAITS__: {
  /** How often the alarm wakes the worker. */
  readonly alarmSeconds: number;
  /** How long a page of the creator site may take to load. */
  readonly siteSeconds: number;
  /** How long the creator site may take to answer a pressed button. */
  readonly answerSeconds: number;
};

export const { alarmSeconds, siteSeconds, answerSeconds } = __WAITS__;
/** How long a part of a loaded page may take to appear. */
export const pageSeconds = siteSeconds / 2;
