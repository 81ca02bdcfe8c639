-- Pauses the page after a rate limit, and after several refusals of one kind without a post between them. The caller holds the page's row.
CREATE OR REPLACE FUNCTION note_refusal(of_page uuid, kind text, retry_after_seconds integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  page record;
  in_a_row integer := 1;
BEGIN
  SELECT refusal_kind, refusals, refused_at INTO page FROM pages WHERE guid = of_page;
  IF page.refusal_kind = kind AND NOT EXISTS (
    -- By claimed_at, because the device says when it has posted.
    SELECT FROM page_postings p
    WHERE p.page_guid = of_page AND p.posted_at IS NOT NULL
      AND greatest(p.posted_at, p.scheduled_for) > page.refused_at - interval '1 day' AND p.claimed_at >= page.refused_at
  ) THEN
    in_a_row := least(page.refusals + 1, 1000);
  END IF;
  UPDATE pages SET refusal_kind = kind, refusals = in_a_row, refused_at = now(), paused_until = CASE
    WHEN kind = 'rate_limited' THEN now() + greatest(
      coalesce(retry_after_seconds * interval '1 second', rate_limit_pause()),
      CASE WHEN in_a_row >= refusals_in_a_row() THEN repeated_rate_limit_pause() END
    )
    WHEN in_a_row >= refusals_in_a_row() THEN now() + refusals_pause()
  END
  WHERE guid = of_page;
END $$;
