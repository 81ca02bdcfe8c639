import { type Db, oneRow, statement } from '../database/statement.ts';
import { BATCH, IN_BACKGROUND, inBatches } from './inBatches.ts';

/**
 * Archives up to $3 postings of the task $1 in the order of page guids, starting with the page $2. The last page of a batch is
 * also the first page of the next one, because a page may have an original and a duplicate.
 */
const archiveBatch = statement<
  { postings: number; last_page: string | null },
  [taskId: string, fromPage: string, batch: number]
>(
  `WITH batch AS (
    SELECT id, page_guid FROM page_postings WHERE task_id = $1 AND page_guid >= $2 ORDER BY page_guid LIMIT $3
  ),
  archived AS (
    UPDATE page_postings p SET archived = true FROM batch b WHERE p.id = b.id AND NOT p.archived
  )
  SELECT count(*)::int AS postings, (SELECT page_guid FROM batch ORDER BY page_guid DESC LIMIT 1) AS last_page FROM batch`,
);

const FIRST_PAGE = '00000000-0000-0000-0000-000000000000';

/** Archives the postings of archived tasks. The flag is copied to the postings so that the admin's list need not join the tasks. */
export async function archivePostings(db: Db, taskIds: readonly string[]): Promise<void> {
  for (const taskId of taskIds) {
    let fromPage = FIRST_PAGE;
    await inBatches(async () => {
      const { postings, last_page } = await oneRow(archiveBatch(db, [taskId, fromPage, BATCH]));
      fromPage = last_page ?? FIRST_PAGE;
      return postings;
    }, IN_BACKGROUND);
  }
}
