-- What needs a person, by kind. For a page that is not offline, the problem is its health.
CREATE OR REPLACE FUNCTION attention_of(owner uuid)
RETURNS TABLE (
  kind text, id uuid, task_id uuid, page_guid uuid, name text, flyer text, file_id uuid, problem text, at timestamptz
) LANGUAGE sql STABLE AS $$
  SELECT 'failed', f.id, f.task_id, f.page_guid, page_name(g),
    left(f.description, calendar_description_length()), f.file_id, f.error_message, f.status_since
  FROM (
    SELECT p.id, p.task_id, p.page_guid, p.error_message, p.status_since, t.description, t.file_id
    FROM tasks t
    JOIN page_postings p ON p.task_id = t.id AND left(p.status, 1) = 'f'
    JOIN pages linked ON linked.guid = p.page_guid AND linked.unlinked_at IS NULL
    WHERE t.owner_id = owner AND t.stored_status <> 'archived' AND p.error_code IS DISTINCT FROM 'unconfirmed'
    LIMIT max_attention_failed()
  ) f
  JOIN pages g ON g.guid = f.page_guid
  UNION ALL
  SELECT 'partly_posted', t.id, t.id, NULL, a.name, left(t.description, calendar_description_length()), t.file_id,
    format('%s posted, %s failed', t.posted_count + t.completed_count, t.failed_count), t.updated_at
  FROM tasks t JOIN assistants a ON a.id = t.assistant_id
  WHERE t.owner_id = owner AND t.stored_status = 'partially_posted'
  UNION ALL
  SELECT 'unconfirmed', p.id, t.id, g.guid, page_name(g),
    left(t.description, calendar_description_length()), t.file_id, p.error_message, p.status_since
  FROM pages g
  JOIN page_postings p ON p.page_guid = g.guid AND p.error_code = 'unconfirmed' AND left(p.status, 1) = 'f'
  JOIN tasks t ON t.id = p.task_id
  WHERE g.owner_id = owner AND g.unlinked_at IS NULL AND t.stored_status <> 'archived'
  UNION ALL
  SELECT g.kind, g.guid, NULL, g.guid, g.shown_name, NULL, NULL,
    CASE g.kind WHEN 'offline' THEN (
      SELECT format('Its runner on %s is not connected.', r.host_name) FROM runners r WHERE r.id = g.runner_id
    ) ELSE g.health END, g.last_polled_at
  FROM (
    SELECT linked.*, page_name(linked) AS shown_name, CASE
      -- A page without work may be off. One whose browser is off may say no more that it is logged out.
      -- Nearly all pages are online: they need no look at their other reasons.
      WHEN is_offline(linked.last_polled_at) AND (SELECT reason FROM page_wait(linked, NULL, false)) = 'page_offline' THEN 'offline'
      WHEN needs_login(linked) THEN 'logged_out'
      WHEN linked.health = 'site_changed' THEN 'site_changed'
    END AS kind
    FROM pages linked
    WHERE linked.owner_id = owner AND linked.unlinked_at IS NULL
    -- Otherwise the kind would be computed once for the condition and once for the column.
    OFFSET 0
  ) g
  WHERE g.kind IS NOT NULL
  UNION ALL
  SELECT 'out_of_credits', a.id, NULL, NULL, a.name, NULL, NULL, NULL, a.updated_at
  FROM assistants a
  WHERE a.owner_id = owner AND a.deleted_at IS NULL AND a.pause_reason = 'insufficient_credits'
  UNION ALL
  SELECT 'repeat_stopped', a.id, NULL, NULL, a.name, NULL, NULL, latest.problem, latest.planned_at
  FROM assistants a
  JOIN repeats r ON r.assistant_id = a.id
  CROSS JOIN LATERAL (
    SELECT problem, planned_at FROM repeat_runs WHERE repeat_id = r.assistant_id ORDER BY planned_at DESC LIMIT 1
  ) latest
  -- A person has paused it on purpose.
  WHERE a.owner_id = owner AND a.deleted_at IS NULL AND r.paused_at IS NULL AND latest.problem IS NOT NULL
$$;
