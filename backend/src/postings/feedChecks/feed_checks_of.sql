-- The post lives for 24 hours; in the last one it is not looked for, because its absence would prove nothing. In doubt, it is looked for
-- settle_seconds after the end of the lease, when its button cannot be pressed any more. So is one that the feed has not shown in time.
CREATE OR REPLACE FUNCTION feed_checks_of(of_page uuid, settle_seconds integer) RETURNS TABLE (
  posting_id uuid, attempt integer, kind text, task_id uuid, external_post_id text,
  earliest timestamptz, latest timestamptz, due_at timestamptz, proves_absence boolean
) LANGUAGE sql STABLE AS $$
  SELECT p.id, p.posting_visits, 'unconfirmed', p.task_id, NULL::text,
    -- The clocks of server and site differ, and the site may show minutes only.
    coalesce(p.scheduled_for, p.claimed_at) - interval '5 minutes', e.due_at + interval '5 minutes', e.due_at,
    coalesce(p.scheduled_for, p.claimed_at) > now() - interval '23 hours'
  FROM page_postings p
  CROSS JOIN LATERAL (
    SELECT greatest(p.status_since + settle_seconds * interval '1 second', p.scheduled_for + interval '15 minutes') AS due_at
  ) e
  WHERE p.page_guid = of_page AND p.error_code = 'unconfirmed' AND p.status = 'failed' AND p.report IS DISTINCT FROM 'failed'
    AND coalesce(p.scheduled_for, p.claimed_at) > now() - interval '25 hours'
  UNION ALL
  SELECT p.id, p.posting_visits, CASE WHEN l.posting_id IS NULL THEN 'posted' ELSE 'still_there' END, p.task_id,
    coalesce(l.external_post_id, p.external_post_id),
    coalesce(p.scheduled_for, p.claimed_at) - interval '5 minutes',
    greatest(p.posted_at, p.scheduled_for) + interval '15 minutes'
      + CASE WHEN l.posting_id IS NULL THEN shown_within(of_page) ELSE '0' END,
    CASE WHEN l.posting_id IS NULL THEN greatest(p.posted_at, p.scheduled_for + interval '15 minutes')
      ELSE l.checked_at + interval '6 hours' END,
    coalesce(p.scheduled_for, p.claimed_at) > now() - interval '23 hours'
  FROM page_postings p
  LEFT JOIN live_posts l ON l.posting_id = p.id
  WHERE p.page_guid = of_page AND p.posted_at IS NOT NULL AND p.status IN ('posted', 'completed')
    AND greatest(p.posted_at, p.scheduled_for) > now() - interval '25 hours'
$$;
