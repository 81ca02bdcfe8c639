/** The shipped values are in scripts/buildExtension.mjs; tests use shorter ones. */
declare const __WAITS__: {
  /** How often the alarm wakes the worker. */
  readonly alarmSeconds: number;
  /** How long a page of the creator site may take to load. */
  readonly siteSeconds: number;
  /** How long the creator site may take to answer a pressed button. */
  readonly answerSeconds: number;
};

export const { alarmSeconds, siteSeconds, answerSeconds } = __WAITS__;
export const pageSeconds = siteSeconds / 2;
