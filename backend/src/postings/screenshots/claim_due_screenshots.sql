-- In the order of turns. A worker is given up after lost_after.
CREATE OR REPLACE FUNCTION claim_due_screenshots(max_count int, lost_after interval) RETURNS TABLE (
  posting_id uuid, tries int, owner_id uuid, is_sent boolean, picture_file_id uuid, preview_token uuid
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  taken_at timestamptz;
BEGIN
  -- Two workers at the same time would give one turn to two screenshots of one owner.
  PERFORM pg_advisory_xact_lock(hashtextextended('pending_screenshots', 6));
  taken_at := clock_timestamp();

  -- An owner without waiting screenshots starts at the turn that is taken next. The next screenshot of an owner has the next turn.
  WITH unnumbered AS MATERIALIZED (
    SELECT posting_id, owner_id, try_after FROM pending_screenshots WHERE turn IS NULL FOR NO KEY UPDATE SKIP LOCKED
  ),
  numbered AS (
    SELECT posting_id,
      greatest(
        coalesce(
          (SELECT turn FROM pending_screenshots WHERE try_after <= taken_at AND turn IS NOT NULL ORDER BY turn LIMIT 1),
          (SELECT max(turn) FROM pending_screenshots),
          0
        ),
        (SELECT max(turn) + 1 FROM pending_screenshots s WHERE s.owner_id = u.owner_id)
      ) + row_number() OVER (PARTITION BY owner_id ORDER BY try_after) - 1 AS turn
    FROM unnumbered u
  )
  UPDATE pending_screenshots s SET turn = n.turn FROM numbered n WHERE s.posting_id = n.posting_id;

  RETURN QUERY
  -- Materialized: a nested loop would run it again for each row, and take more than max_count.
  WITH due AS MATERIALIZED (
    SELECT posting_id FROM pending_screenshots WHERE try_after <= taken_at AND turn IS NOT NULL
    ORDER BY turn, try_after LIMIT max_count FOR NO KEY UPDATE SKIP LOCKED
  ),
  taken AS (
    UPDATE pending_screenshots s SET tries = s.tries + 1, try_after = taken_at + lost_after
    FROM due WHERE s.posting_id = due.posting_id
    RETURNING s.posting_id, s.tries, s.owner_id, s.preview_token
  )
  SELECT t.posting_id, t.tries, t.owner_id, p.status IN ('posted', 'completed'), p.picture_file_id, t.preview_token
  FROM taken t JOIN page_postings p ON p.id = t.posting_id;
END $$;
