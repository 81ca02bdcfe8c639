import { statement } from '../database/statement.ts';

/** Longer than one try can take. A try that takes longer belongs to a worker that died. */
const LOST_AFTER_SECONDS = 45;

export type DueScreenshotRow = {
  posting_id: string;
  /** Includes this try. Tries are counted before they begin, so that a try that crashes its worker is not repeated forever. */
  tries: number;
  owner_id: string;
  /** Whether the posting is posted or completed. */
  is_sent: boolean;
  /** The screenshot that the posting already has. */
  picture_file_id: string | null;
  /** Shows the preview to the worker while the screenshot is pending. */
  preview_token: string;
};

/**
 * Takes up to $1 due screenshots, alternating between their owners. The screenshots of a worker that died are due again within a
 * minute.
 */
export const claimDueScreenshots = statement<DueScreenshotRow, [number]>(
  `SELECT * FROM claim_due_screenshots($1, '${LOST_AFTER_SECONDS} seconds')`,
);

/** Makes the screenshot due again in $2 seconds after a failed try, as the last of its owner. */
export const postponeScreenshot = statement<never, [postingId: string, seconds: number]>(
  `UPDATE pending_screenshots SET turn = NULL, try_after = now() + $2 * interval '1 second' WHERE posting_id = $1`,
);

/** Returns screenshots that were not tried. The try is not counted. Every worker may take them again in $2 seconds. */
export const releaseScreenshots = statement<never, [postingIds: readonly string[], seconds: number]>(
  `UPDATE pending_screenshots SET tries = tries - 1, try_after = now() + $2 * interval '1 second'
   WHERE posting_id = ANY ($1)`,
);
