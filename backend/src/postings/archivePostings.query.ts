import { type Db, oneRow, statement } from '../database/statement.ts';
import { BATCH, inBatches, UNHURRIED } from './inBatches.ts';

/** Of the task $1, from the page $2 on, in the order of pages; a page's original and repeat may be met twice. */
const archiveBatch = statement<
  { postings: number; last_page: string | null },
  [taskId: string, fromPage: string, batch: number]
>(
  'archive_postings',
  `WITH batch AS (
    SELECT id, page_guid FROM page_postings WHERE task_id = $1 AND page_guid >= $2 ORDER BY page_guid LIMIT $3
  ),
  archived AS (
    UPDATE page_postings p SET archived = true FROM batch b WHERE p.id = b.id AND NOT p.archived
  )
  SELECT count(*)::int AS postings, (SELECT page_guid FROM batch ORDER BY page_guid DESC LIMIT 1) AS last_page FROM batch`,
);

const FIRST_PAGE = '00000000-0000-0000-0000-000000000000';

/** The tasks are archived already: an admin's list takes archived postings apart without asking the tasks. */
export async function archivePostings(db: Db, taskIds: readonly string[]): Promise<void> {
  for (const taskId of taskIds) {
    let fromPage = FIRST_PAGE;
    await inBatches(async () => {
      const { postings, last_page } = await oneRow(archiveBatch(db, [taskId, fromPage, BATCH]));
      fromPage = last_page ?? FIRST_PAGE;
      return postings;
    }, UNHURRIED);
  }
}
