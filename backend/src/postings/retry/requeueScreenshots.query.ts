import { type Db, sql, statement } from '../../database/statement.ts';
import { deliverScreenshotsJobSql } from '../../jobs/enqueue.query.ts';

const requeue = statement<{ screenshots: number }, [string]>(
  `WITH missing AS (
    UPDATE page_postings p SET screenshot_error = NULL, updated_at = now()
    FROM tasks t CROSS JOIN LATERAL (
      -- OFFSET 0: the planner reads the postings of each task, not all posted postings of the table.
      SELECT id, status FROM page_postings WHERE task_id = t.id OFFSET 0
    ) sent
    WHERE t.assistant_id = $1 AND sent.status IN ('posted', 'completed') AND p.id = sent.id AND p.picture_file_id IS NULL
    RETURNING p.id
  ),
  queued AS (
    INSERT INTO pending_screenshots (posting_id) SELECT id FROM missing
    -- A worker may be taking this screenshot now: only the number of tries is reset.
    ON CONFLICT (posting_id) DO UPDATE SET tries = 0
    RETURNING posting_id
  ),
  delivery AS (SELECT ${deliverScreenshotsJobSql('$1::uuid')})
  SELECT count(*)::int AS screenshots FROM queued WHERE (SELECT count(*) FROM delivery) > 0`,
);

/** Locks the assistant, as a delivery does, before its postings. */
const request = sql<never, [assistantId: string]>(
  'UPDATE assistants SET screenshots_requested_at = now() WHERE id = $1',
);

/** Three new tries each. The bot sends all screenshots of the assistant when they are ready. Returns the number of requested ones. */
export async function requeueScreenshots(db: Db, assistantId: string): Promise<number> {
  await request(db, [assistantId]);
  return (await requeue(db, [assistantId]))[0]?.screenshots ?? 0;
}
