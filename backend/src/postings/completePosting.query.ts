import { type Db, statement } from '../database/statement.ts';
import { retryConflicts } from '../database/transaction.ts';

export type ScreenshotOutcome = { readonly screenshotFileId: string } | { readonly screenshotError: string };

const complete = statement<never, [string, string | null, string | null]>(
  `WITH made AS (DELETE FROM pending_screenshots WHERE posting_id = $1)
   UPDATE page_postings
   SET status = 'completed', picture_file_id = coalesce($2, picture_file_id), screenshot_error = $3, updated_at = now()
   WHERE id = $1 AND status IN ('posted', 'completed')
     -- A screenshot that is finished after the owner's account was erased is not kept: it is deleted like a lost one.
     AND ($2::uuid IS NULL OR EXISTS (SELECT FROM users u WHERE u.id = owner_id AND u.erased_at IS NULL))`,
);

/** Completes a posted posting after its screenshot was taken or has failed for good. A completed posting gets the new outcome. */
export async function completePosting(db: Db, postingId: string, outcome: ScreenshotOutcome): Promise<void> {
  const screenshotFileId = 'screenshotFileId' in outcome ? outcome.screenshotFileId : null;
  const screenshotError = 'screenshotError' in outcome ? outcome.screenshotError : null;
  await retryConflicts(() => complete(db, [postingId, screenshotFileId, screenshotError]));
}
