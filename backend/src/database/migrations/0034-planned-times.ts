import type { MigrationInterface, QueryRunner } from 'typeorm';
import { submittingFunctions } from './0034-planned-times/submitting.sql.ts';

/**
 * planned_posts plans pages without limits too, to the same times as claim_posting: only limits move a time to a whole minute.
 * Otherwise as in migration 0030. It also returns the postings' ids. A post that the limits do not permit any more is not pressed.
 */
export class PlannedTimes1763700000034 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
DROP FUNCTION planned_posts(uuid, jsonb, jsonb);
-- What a page will post, and when. Repeats the rules of claim_posting for all postings of the page's line.
-- starts: when assistants start that have not started, by their ids; others start with their first claim on this page.
-- new_postings: postings that are not in the queue yet; they come last.
-- It is assumed that the page polls, posts at once what it claims, and that the credits suffice.
CREATE FUNCTION planned_posts(of_page uuid, starts jsonb, new_postings jsonb)
RETURNS TABLE (posting_id uuid, assistant_id uuid, task_id uuid, is_duplicate boolean, delay_hours integer, claim_at timestamptz,
  publish_at timestamptz) LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_column
DECLARE
  page pages;
  is_limited boolean;
  posting record;
  run text;
  last_of_runs jsonb := '{}';
  times timestamptz[];
  last_in_run timestamptz;
  due_at timestamptz;
  is_scheduled boolean;
  clock timestamptz := now();
BEGIN
  SELECT * INTO page FROM pages WHERE guid = of_page;
  is_limited := num_nonnulls(page.max_posts_in_24_hours, page.min_gap_minutes, page.posting_hours_from) > 0;
  times := ARRAY(
    SELECT time FROM (
      SELECT unnest(counted_times(of_page, now() - greatest(interval '24 hours', page.min_gap_minutes * interval '1 minute')))
      UNION ALL
      SELECT coalesce(date_trunc('minute', p.scheduled_for), now())
      FROM in_flight f JOIN page_postings p ON p.id = f.posting_id WHERE f.page_guid = of_page
    ) t (time) ORDER BY time
  );
  FOR posting IN
    SELECT p.assistant_id, p.task_id, p.is_duplicate, p.run_index, p.delay_hours, p.gap_hours, a.started_at, p.queued_at,
      p.sequence_order, p.id
    FROM page_postings p JOIN assistants a ON a.id = p.assistant_id
    WHERE p.page_guid = of_page AND p.status = 'pending' AND a.pause_reason IS NULL AND a.deleted_at IS NULL
    UNION ALL
    SELECT n.assistant_id, n.task_id, n.is_duplicate, n.run_index, n.delay_hours, n.gap_hours, NULL, NULL, n.sequence_order, NULL
    FROM jsonb_to_recordset(new_postings) n (assistant_id uuid, task_id uuid, is_duplicate boolean, run_index integer,
      delay_hours integer, gap_hours integer, sequence_order integer)
    ORDER BY queued_at NULLS LAST, sequence_order, is_duplicate, id
  LOOP
    run := posting.assistant_id || ' ' || posting.run_index || ' ' || posting.is_duplicate;
    last_in_run := coalesce((last_of_runs ->> run)::timestamptz, (
      SELECT max(o.publish_at) FROM page_postings o
      WHERE o.assistant_id = posting.assistant_id AND o.page_guid = of_page AND o.run_index = posting.run_index
        AND o.is_duplicate = posting.is_duplicate AND o.publish_at IS NOT NULL
        AND (o.status IN ('posting', 'posted', 'completed') OR o.error_code = 'unconfirmed')
    ));
    due_at := greatest(
      clock,
      -- A page that claims before the other pages starts the assistant.
      coalesce(posting.started_at, least((starts ->> posting.assistant_id::text)::timestamptz, clock))
        + posting.delay_hours * interval '1 hour',
      last_in_run + posting.gap_hours * interval '1 hour'
    );
    is_scheduled := due_at >= clock + interval '5 minutes';
    publish_at := CASE WHEN is_scheduled THEN due_at ELSE clock END;
    IF is_limited THEN
      publish_at := permitted_time(
        publish_at, times, page.max_posts_in_24_hours, page.min_gap_minutes, page.posting_hours_from, page.posting_hours_until,
        page.posting_hours_zone, is_scheduled
      );
      due_at := publish_at;
      times := ARRAY(SELECT time FROM unnest(times || publish_at) time ORDER BY time);
    END IF;
    IF NOT is_scheduled THEN
      clock := publish_at;
    END IF;
    -- The next of the run counts from when this one was due. Without limits that can be some minutes after it is posted.
    last_of_runs := last_of_runs || jsonb_build_object(run, greatest(due_at, last_in_run));
    starts := CASE WHEN starts ? posting.assistant_id::text THEN starts
      ELSE starts || jsonb_build_object(posting.assistant_id, clock) END;
    posting_id := posting.id;
    assistant_id := posting.assistant_id;
    task_id := posting.task_id;
    is_duplicate := posting.is_duplicate;
    delay_hours := posting.delay_hours;
    claim_at := clock;
    RETURN NEXT;
  END LOOP;
END $$;
${submittingFunctions}`);
  }

  async down(): Promise<void> {
    // The function keeps its meaning.
  }
}
