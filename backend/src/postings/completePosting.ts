import { type Queryable, statement } from '../database/statement.ts';
import { retryConflicts } from '../database/transaction.ts';
import { TRANSITION_SOURCE_COLUMNS, transitionSql } from './transition.ts';

export type PictureOutcome = { readonly pictureFileId: string } | { readonly screenshotError: string };

const keepPicture = statement<never, [string, string | null, string | null]>(
  'keep_picture',
  `UPDATE page_postings
   SET picture_file_id = coalesce($2, picture_file_id), screenshot_error = $3, updated_at = now()
   WHERE id = $1 AND status IN ('posted', 'completed')`,
);

const complete = statement<{ moved: number }, [string]>(
  'complete_posting',
  `WITH locked AS MATERIALIZED (
    SELECT ${TRANSITION_SOURCE_COLUMNS} FROM page_postings p WHERE p.id = $1 FOR NO KEY UPDATE
  ),
  -- Materialized, or Postgres would look for its row among all that are posted.
  target AS MATERIALIZED (SELECT *, 'completed' AS to_status FROM locked WHERE from_status = 'posted'),
  ${transitionSql({ name: 'moved', source: 'target' })}
  SELECT count(*)::int AS moved FROM moved`,
);

/**
 * A posted posting is completed once its picture is made or given up. Safe to run twice: the picture is kept first, so that
 * a crash between the two leaves a posting that is merely completed again; an already completed one only gets its picture.
 */
export async function completePosting(on: Queryable, postingId: string, outcome: PictureOutcome): Promise<void> {
  const pictureFileId = 'pictureFileId' in outcome ? outcome.pictureFileId : null;
  const screenshotError = 'screenshotError' in outcome ? outcome.screenshotError : null;
  await keepPicture(on, [postingId, pictureFileId, screenshotError]);
  await retryConflicts(() => complete(on, [postingId]));
}
