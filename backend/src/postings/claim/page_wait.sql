-- Without a reason the page may claim. Of several reasons the first below is returned. nothing: no posting of the page waits.
-- of_assistant null: why the page waits. is_connected: it is not offline, and times are computed; else those of its last claim are used.
-- All lookups remain lookups (decision 0016), made only if no earlier reason applies.
CREATE OR REPLACE FUNCTION page_wait(g pages, of_assistant uuid, is_connected boolean)
RETURNS TABLE (reason text, until timestamptz) LANGUAGE sql STABLE AS $$
  SELECT wait.reason, CASE
      WHEN wait.reason IN ('rate_limited', 'site_refusals') THEN g.paused_until
      WHEN wait.reason = 'not_due' THEN times.next_due_at
      WHEN wait.reason = 'page_limit' THEN times.limited_until END
  FROM (SELECT is_active, is_posting_active FROM users WHERE id = g.owner_id OFFSET 0) owner
  LEFT JOIN LATERAL (
    SELECT w.id, w.pause_reason FROM (
      SELECT a.id, a.pause_reason FROM assistants a WHERE a.id = of_assistant AND a.deleted_at IS NULL
      UNION ALL
      (SELECT a.id, a.pause_reason FROM page_postings p JOIN assistants a ON a.id = p.assistant_id
       WHERE of_assistant IS NULL AND p.page_guid = g.guid AND p.status = 'pending' AND is_running(a) LIMIT 1)
      UNION ALL
      (SELECT a.id, a.pause_reason FROM page_postings p JOIN assistants a ON a.id = p.assistant_id
       WHERE of_assistant IS NULL AND p.page_guid = g.guid AND p.status = 'pending' AND a.deleted_at IS NULL LIMIT 1)
    ) w LIMIT 1
  ) assistant ON true
  CROSS JOIN LATERAL (
    SELECT CASE
      WHEN g.unlinked_at IS NOT NULL THEN 'unlinked'
      WHEN assistant.id IS NULL THEN 'nothing'
      WHEN NOT owner.is_active THEN 'account_deactivated'
      WHEN NOT owner.is_posting_active THEN 'queue_paused'
      WHEN EXISTS (SELECT FROM claim_pause WHERE sentence IS NOT NULL) THEN 'claims_paused'
      WHEN assistant.pause_reason IS NOT NULL THEN CASE assistant.pause_reason
        WHEN 'user' THEN 'assistant_paused' WHEN 'queueing' THEN 'being_queued' ELSE assistant.pause_reason END
      WHEN NOT is_connected AND is_offline(g.last_polled_at) THEN 'page_offline'
      WHEN g.health <> 'ok' THEN g.health
      WHEN g.paused_until > now() THEN CASE g.refusal_kind WHEN 'rate_limited' THEN 'rate_limited' ELSE 'site_refusals' END
    END AS reason
    OFFSET 0
  ) held
  LEFT JOIN LATERAL (
    SELECT n.next_due_at, n.limited_until FROM next_claim(g) n
    WHERE is_connected AND held.reason IS NULL AND (has_limits(g) OR NOT g.has_scheduler)
    UNION ALL
    SELECT CASE WHEN NOT g.has_scheduler THEN g.next_due_at END, g.limited_until WHERE NOT is_connected
  ) times ON true
  CROSS JOIN LATERAL (
    SELECT CASE
      WHEN held.reason IS NOT NULL THEN held.reason
      WHEN times.next_due_at > now() THEN 'not_due'
      WHEN times.limited_until > now() THEN 'page_limit'
      WHEN EXISTS (SELECT FROM in_flight f WHERE f.page_guid = g.guid AND f.lease_expires_at > now() OFFSET 0) THEN 'busy'
    END AS reason
    OFFSET 0
  ) wait
$$;
