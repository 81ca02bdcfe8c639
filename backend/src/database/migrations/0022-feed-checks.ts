import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What devices read in the feeds of their pages (decision 0034). */
export class FeedChecks1763700000022 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
-- Posts that were seen on their page.
CREATE TABLE live_posts (
  posting_id uuid PRIMARY KEY REFERENCES page_postings,
  page_guid uuid NOT NULL,
  external_post_id text NOT NULL,
  path text NOT NULL,
  checked_at timestamptz NOT NULL DEFAULT now(),
  -- Since when the post is not on the page any more.
  gone_at timestamptz,
  -- One post is never the proof of two postings.
  UNIQUE (page_guid, external_post_id)
);

-- The posts of a page, by the time at which they went live.
CREATE INDEX page_postings_live_of_page ON page_postings (page_guid, greatest(posted_at, scheduled_for))
  WHERE posted_at IS NOT NULL;
CREATE INDEX page_postings_unconfirmed_of_page ON page_postings (page_guid) WHERE error_code = 'unconfirmed';

-- The time at which a device may look for a post, and what it compares. The post lives for 24 hours (expiresInDays in the
-- extension); in its last hour its absence would prove nothing. A posting that is unconfirmed can be looked for when its
-- button can not be pressed any more and the site has surely shown the post: settle_seconds after the end of the lease.
CREATE FUNCTION feed_checks_of(of_page uuid, settle_seconds integer) RETURNS TABLE (
  posting_id uuid, attempt integer, kind text, task_id uuid, external_post_id text,
  earliest timestamptz, latest timestamptz, due_at timestamptz
) LANGUAGE sql STABLE AS $$
  SELECT p.id, p.posting_visits, 'unconfirmed', p.task_id, NULL::text,
    -- The clocks of server and site differ, and the site may show minutes only.
    coalesce(p.scheduled_for, p.claimed_at) - interval '5 minutes', e.due_at + interval '5 minutes', e.due_at
  FROM page_postings p
  CROSS JOIN LATERAL (
    SELECT greatest(p.status_since + settle_seconds * interval '1 second', p.scheduled_for + interval '15 minutes') AS due_at
  ) e
  WHERE p.page_guid = of_page AND p.error_code = 'unconfirmed' AND p.status = 'failed' AND p.report IS NULL
    AND coalesce(p.scheduled_for, p.claimed_at) > now() - interval '23 hours'
  UNION ALL
  SELECT p.id, p.posting_visits, CASE WHEN l.posting_id IS NULL THEN 'posted' ELSE 'still_there' END, p.task_id,
    coalesce(l.external_post_id, p.external_post_id),
    coalesce(p.scheduled_for, p.claimed_at) - interval '5 minutes',
    greatest(p.posted_at, p.scheduled_for) + interval '15 minutes',
    CASE WHEN l.posting_id IS NULL THEN greatest(p.posted_at, p.scheduled_for + interval '15 minutes')
      ELSE l.checked_at + interval '6 hours' END
  FROM page_postings p
  LEFT JOIN live_posts l ON l.posting_id = p.id
  WHERE p.page_guid = of_page AND p.posted_at IS NOT NULL AND p.status IN ('posted', 'completed')
    AND greatest(p.posted_at, p.scheduled_for) > now() - interval '24 hours'
    AND coalesce(p.scheduled_for, p.claimed_at) > now() - interval '23 hours'
$$;

-- The verdict of a feed about one try of a posting. Returns the status of the posting before, and whether it became posted.
-- The page's row is locked first, so that a report, a retry or another verdict of the page comes before or after.
CREATE FUNCTION report_feed_check(device_secret_hash bytea, of_posting uuid, of_attempt integer, verdict text,
  external_id text, of_path text, settle_seconds integer, OUT device_known boolean, OUT known_status text, OUT is_posted boolean)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  of_page uuid;
  posting page_postings;
  item record;
BEGIN
  is_posted := false;
  device_known := EXISTS (SELECT FROM devices WHERE secret_hash = device_secret_hash);
  SELECT page_guid INTO of_page FROM devices WHERE secret_hash = device_secret_hash AND voided_at IS NULL;
  PERFORM FROM pages WHERE guid = of_page FOR NO KEY UPDATE;
  SELECT * INTO posting FROM page_postings p WHERE p.id = of_posting AND p.page_guid = of_page;
  known_status := posting.status;
  -- A verdict about an older try, or one that comes too late, is about nothing that is open.
  SELECT * INTO item FROM feed_checks_of(of_page, settle_seconds) c
  WHERE c.posting_id = of_posting AND c.attempt = of_attempt AND (c.kind <> 'unconfirmed' OR c.due_at <= now());
  IF NOT FOUND OR verdict = 'unreadable' THEN
    RETURN;
  END IF;

  IF verdict = 'absent' THEN
    IF item.kind = 'unconfirmed' THEN
      PERFORM report_claim(device_secret_hash, of_posting, posting.claim_token_hash, 'failed', NULL, NULL,
        'The post is not on the page, so nothing was posted. You can retry it.', 'not_posted');
      known_status := 'failed';
    ELSE
      UPDATE live_posts l SET checked_at = now(), gone_at = coalesce(l.gone_at, now()) WHERE l.posting_id = of_posting;
    END IF;
    RETURN;
  END IF;

  IF item.external_post_id <> external_id
    OR EXISTS (
      SELECT FROM live_posts l
      WHERE l.page_guid = of_page AND l.external_post_id = external_id AND l.posting_id <> of_posting
    )
    OR EXISTS (
      SELECT FROM page_postings p
      WHERE p.page_guid = of_page AND p.posted_at IS NOT NULL AND p.external_post_id = external_id AND p.id <> of_posting
        AND greatest(p.posted_at, p.scheduled_for) > now() - interval '48 hours'
    )
  THEN
    RETURN;
  END IF;
  IF item.kind = 'unconfirmed' THEN
    PERFORM report_claim(device_secret_hash, of_posting, posting.claim_token_hash, 'posted', external_id, posting.claimed_at,
      NULL, NULL);
    known_status := 'posted';
    is_posted := true;
  END IF;
  INSERT INTO live_posts (posting_id, page_guid, external_post_id, path) VALUES (of_posting, of_page, external_id, of_path)
  ON CONFLICT (posting_id) DO UPDATE SET path = excluded.path, checked_at = now(), gone_at = NULL;
END $$;
`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
DROP FUNCTION report_feed_check, feed_checks_of;
DROP TABLE live_posts;
DROP INDEX page_postings_live_of_page, page_postings_unconfirmed_of_page;
`);
  }
}
