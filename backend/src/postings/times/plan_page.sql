-- At most 20, and 7 days ahead, if the page polls, each post takes the same time and the credits suffice. Offline: one row without a time.
-- claim_at is earlier than publish_at if the site schedules. is_moved: limits make it later. is_beyond: further postings go out later.
-- new_delays, new_runs, new_gap (hours), new_start: postings that would be added to the queue. Their rows have no id.
CREATE OR REPLACE FUNCTION plan_page(g pages, new_delays integer[] DEFAULT NULL, new_runs integer[] DEFAULT NULL,
  new_gap integer DEFAULT NULL, new_start timestamptz DEFAULT NULL)
RETURNS TABLE (id uuid, publish_at timestamptz, claim_at timestamptz, is_moved boolean, is_beyond boolean)
LANGUAGE plpgsql STABLE ROWS 20 AS $$
#variable_conflict use_variable
DECLARE
  most CONSTANT integer := 20;
  horizon CONSTANT timestamptz := now() + interval '7 days';
  is_limited CONSTANT boolean := has_limits(g);
  -- Posts that are longer ago do not count.
  reach CONSTANT interval := greatest(interval '25 hours', g.min_gap_minutes * interval '1 minute');
  clock timestamptz := greatest(now(), g.paused_until);
  flight record;
  times timestamptz[] := CASE WHEN has_limits(g) THEN counted_times(g) END;
  -- The queue in its order, for each the one that precedes it in its run, and the times that are planned so far.
  ids uuid[];
  dues timestamptz[];
  precedings integer[];
  gaps interval[];
  originals uuid[];
  later interval[];
  planned timestamptz[];
  pick integer;
  tried integer;
  head_dues timestamptz[];
  first_due timestamptz;
  due timestamptz;
  last_known timestamptz;
BEGIN
  is_beyond := false;
  IF is_offline(g.last_polled_at) OR g.health <> 'ok' THEN
    RETURN QUERY SELECT n.id, NULL::timestamptz, NULL::timestamptz, false, false FROM next_posting(g.guid, g.has_scheduler) n;
    RETURN;
  END IF;
  SELECT p.claimed_at, p.scheduled_for INTO flight
  FROM in_flight f JOIN page_postings p ON p.id = f.posting_id WHERE f.page_guid = g.guid;
  IF FOUND THEN
    clock := greatest(clock, flight.claimed_at + usual_post_time());
    times := ARRAY(SELECT t FROM unnest(times || coalesce(date_trunc('minute', flight.scheduled_for), clock)) t ORDER BY t);
  END IF;

  SELECT array_agg(q.id ORDER BY q.n), array_agg(q.due_at ORDER BY q.n), array_agg(q.preceding ORDER BY q.n),
    array_agg(q.gap ORDER BY q.n), array_agg(q.duplicate_of ORDER BY q.n), array_agg(q.later ORDER BY q.n)
  INTO ids, dues, precedings, gaps, originals, later
  FROM (
    SELECT q.id, q.due_at, q.duplicate_of, q.gap * interval '1 hour' AS gap, q.later * interval '1 hour' AS later, q.n,
      lag(q.n) OVER (PARTITION BY q.assistant_id, q.run_index, q.is_duplicate ORDER BY q.n) AS preceding
    FROM (
      SELECT q.*, row_number() OVER (ORDER BY q.nth, q.queued_at, q.is_duplicate, q.sequence_order, q.id)::integer AS n
      FROM (
        SELECT p.id, d.due_at, p.duplicate_of, p.gap_hours AS gap, p.delay_hours - o.delay_hours AS later, 0 AS nth, p.queued_at,
          p.is_duplicate, p.sequence_order, p.assistant_id, p.run_index
        FROM (
          -- A page whose site has a scheduler works through its queue. Another one posts what is due, so the next of each run are needed.
          (SELECT p.id FROM page_postings p JOIN assistants a ON a.id = p.assistant_id
           WHERE g.has_scheduler AND p.page_guid = g.guid AND p.status = 'pending' AND is_running(a)
           ORDER BY p.queued_at, p.is_duplicate, p.sequence_order, p.id LIMIT most + 1)
          UNION ALL
          SELECT r.id FROM (
            SELECT p.id, row_number() OVER (
              PARTITION BY p.assistant_id, p.run_index, p.is_duplicate ORDER BY p.queued_at, p.sequence_order, p.id) AS nth
            FROM page_postings p JOIN assistants a ON a.id = p.assistant_id
            WHERE NOT g.has_scheduler AND p.page_guid = g.guid AND p.status = 'pending' AND is_running(a)
          ) r WHERE r.nth <= most + 1
        ) known
        JOIN page_postings p ON p.id = known.id
        LEFT JOIN page_postings o ON o.id = p.duplicate_of
        CROSS JOIN LATERAL due_at(p.id, clock) d
        UNION ALL
        SELECT NULL, coalesce(new_start, clock) + t.delay * interval '1 hour', NULL, new_gap, NULL, t.nth, NULL, NULL, NULL, NULL, t.run
        FROM unnest(new_delays, new_runs) WITH ORDINALITY AS t (delay, run, nth)
      ) q
    ) q
  ) q;

  FOR step IN 1 .. least(most, coalesce(cardinality(ids), 0)) LOOP
    claim_at := clock;
    pick := NULL;
    LOOP
      tried := pick;
      -- The next posting of each run that waits. A page with a scheduler takes them in their order.
      head_dues := NULL;
      first_due := 'infinity';
      FOR i IN CASE WHEN g.has_scheduler THEN step ELSE 1 END
        .. CASE WHEN g.has_scheduler THEN step ELSE cardinality(ids) END LOOP
        CONTINUE WHEN planned[i] IS NOT NULL OR precedings[i] IS NOT NULL AND planned[precedings[i]] IS NULL;
        head_dues[i] := greatest(
          claim_at, dues[i], planned[precedings[i]] + gaps[i], planned[array_position(ids, originals[i])] + later[i]);
        first_due := least(first_due, head_dues[i]);
      END LOOP;
      -- As next_posting: of what is due at about the same time, the first of the queue.
      pick := array_lower(head_dues, 1);
      WHILE coalesce(head_dues[pick] >= first_due + schedule_ahead(), true) LOOP
        pick := pick + 1;
      END LOOP;
      EXIT WHEN pick = tried;
      due := head_dues[pick];
      publish_at := publish_time(g, due, claim_at, times);
      -- By the time of the claim another one that precedes it in the queue may be due.
      EXIT WHEN g.has_scheduler OR publish_at <= claim_at;
      claim_at := publish_at;
    END LOOP;
    IF is_limited AND NOT is_scheduled(g, due, claim_at) THEN
      claim_at := publish_at;
    END IF;
    clock := claim_at + usual_post_time();
    planned[pick] := publish_at;
    IF is_limited THEN
      times := ARRAY(SELECT t FROM unnest(times || publish_at) t WHERE t > clock - reach ORDER BY t);
    END IF;
    IF publish_at <= horizon THEN
      id := ids[pick];
      is_moved := publish_at >= due + interval '1 minute';
      last_known := greatest(last_known, publish_at);
      RETURN NEXT;
    END IF;
  END LOOP;
  IF cardinality(ids) > most OR horizon < ANY (planned) THEN
    id := NULL;
    publish_at := coalesce(last_known, horizon);
    is_beyond := true;
    is_moved := false;
    RETURN NEXT;
  END IF;
END $$;
