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
};

/**
 * Takes up to $1 due screenshots, alternating between their owners. The screenshots of a worker that died are due again within a
 * minute.
 */
export const claimDueScreenshots = statement<DueScreenshotRow, [number]>(
  'claim_due_screenshots',
  `UPDATE pending_screenshots s
   SET tries = s.tries + 1, try_after = now() + interval '${LOST_AFTER_SECONDS} seconds'
   FROM (
     SELECT posting_id FROM pending_screenshots WHERE try_after <= now()
     ORDER BY turn, try_after LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED
   ) due
   WHERE s.posting_id = due.posting_id
   RETURNING s.posting_id, s.tries, s.owner_id,
     (SELECT status IN ('posted', 'completed') FROM page_postings p WHERE p.id = s.posting_id) AS is_sent,
     (SELECT picture_file_id FROM page_postings p WHERE p.id = s.posting_id) AS picture_file_id`,
);

/** Makes the screenshot due again in $2 seconds after a failed try. */
export const postponeScreenshot = statement<never, [postingId: string, seconds: number]>(
  'postpone_screenshot',
  `UPDATE pending_screenshots SET try_after = now() + $2 * interval '1 second' WHERE posting_id = $1`,
);

/** Returns screenshots that were not tried. The try is not counted. Every worker may take them again in $2 seconds. */
export const releaseScreenshots = statement<never, [postingIds: readonly string[], seconds: number]>(
  'release_screenshots',
  `UPDATE pending_screenshots SET tries = tries - 1, try_after = now() + $2 * interval '1 second'
   WHERE posting_id = ANY ($1)`,
);
