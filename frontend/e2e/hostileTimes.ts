import type { HostileStory } from './hostileStory.ts';

/** A posting of the page, as the product stores it. */
export interface Row {
  readonly id: string;
  readonly task_id: string;
  readonly text: string;
  readonly status: string;
  readonly error_code: string | null;
  readonly error_message: string | null;
  readonly scheduled_for: Date | null;
  readonly is_submitting: boolean;
  readonly is_in_doubt_since_long: boolean;
}

/** The extension does not know what became of its press. Two minutes pass. */
export async function endLease({ database }: HostileStory, { id }: Row): Promise<void> {
  await database.query(
    `UPDATE in_flight SET lease_expires_at = now() - interval '1 millisecond' WHERE posting_id = $1`,
    [id],
  );
}

/** Time passes until the feed may be asked; for a scheduled post until it is published. The times of both sides change. */
export async function passDoubt(
  { database, site }: HostileStory,
  { id, text, scheduled_for: at, is_in_doubt_since_long }: Row,
): Promise<void> {
  if (!is_in_doubt_since_long) {
    await database.query(`UPDATE page_postings SET status_since = status_since - interval '3 minutes' WHERE id = $1`, [
      id,
    ]);
  }
  if (!at || at.getTime() < Date.now()) return;
  const published = new Date(Math.floor(Date.now() / 60_000) * 60_000 - 20 * 60_000);
  // The site has whole minutes.
  const passedMs = Math.floor(at.getTime() / 60_000) * 60_000 - published.getTime();
  await database.query('UPDATE page_postings SET scheduled_for = $2 WHERE id = $1', [id, published]);
  for (const [n, post] of site.accepted.entries()) {
    if (post.text !== text || post.scheduledFor === null) continue;
    const scheduledFor = new Date(Date.parse(post.scheduledFor) - passedMs).toISOString();
    (site.accepted as (typeof post)[])[n] = { ...post, scheduledFor };
  }
}

/** The site has no scheduler, so the page waits. The times of all that is before the posting change, so that it is due. */
export async function passDelay(story: HostileStory, guid: string): Promise<void> {
  const { rows } = await story.database.query<{ wait: string }>(
    `SELECT (next_due_at - now())::text AS wait FROM pages WHERE guid = $1 AND NOT has_scheduler AND next_due_at > now()`,
    [guid],
  );
  if (!rows[0]) return;
  const past = [guid, rows[0].wait];
  await story.database.query(
    'UPDATE page_postings SET publish_at = publish_at - $2::interval WHERE page_guid = $1',
    past,
  );
  await story.database.query(
    `UPDATE assistants SET started_at = started_at - $2::interval
     WHERE id IN (SELECT assistant_id FROM page_postings WHERE page_guid = $1)`,
    past,
  );
  await story.database.query('UPDATE pages SET next_due_at = now() WHERE guid = $1', [guid]);
  await story.wake();
}
