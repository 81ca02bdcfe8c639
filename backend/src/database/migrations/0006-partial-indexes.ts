import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * One partial index a question (decision 0016). Statistics of a quiet minute make an index of only what is unfinished look
 * empty, and Postgres then reads all of any such index whose predicate a query implies: with thousands in flight, for every
 * claim. So each predicate is implied by the queries alone that the index is for.
 */
export class PartialIndexes1763700000006 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
DROP INDEX page_postings_in_flight_of_owner;
-- What has a lease is being posted, and nothing else.
CREATE INDEX page_postings_in_flight_of_owner ON page_postings (owner_id, claimed_at) WHERE lease_expires_at IS NOT NULL;

DROP INDEX page_postings_unfinished;
-- pending, posting, posted.
CREATE INDEX page_postings_unfinished ON page_postings (assistant_id) WHERE left(status, 1) = 'p';

DROP INDEX page_postings_of_assistant;
-- Asked for with an assistant (the claim) and without one (a failure after a doubt): the page leads.
CREATE INDEX page_postings_published_of_page ON page_postings (page_guid, assistant_id) WHERE publish_at IS NOT NULL;
${deliveryFunction(`left(status, 1) = 'p'`)}
-- A function, because its query sees what was committed while the statement that calls it waited for the page's row.
CREATE FUNCTION went_out_since(of_page uuid, but_posting uuid, moment timestamptz) RETURNS boolean
LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  RETURN EXISTS (
    SELECT FROM page_postings p
    WHERE p.page_guid = of_page AND p.publish_at IS NOT NULL AND p.id <> but_posting AND p.claimed_at >= moment
      AND (p.status IN ('posting', 'posted', 'completed') OR p.error_code = 'unconfirmed')
  );
END $$;
`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
DROP FUNCTION went_out_since;
${deliveryFunction(`status IN ('pending', 'posting', 'posted')`)}
DROP INDEX page_postings_published_of_page;
CREATE INDEX page_postings_of_assistant ON page_postings (assistant_id, page_guid) WHERE publish_at IS NOT NULL;
DROP INDEX page_postings_unfinished;
CREATE INDEX page_postings_unfinished ON page_postings (assistant_id) WHERE status IN ('pending', 'posting', 'posted');
DROP INDEX page_postings_in_flight_of_owner;
CREATE INDEX page_postings_in_flight_of_owner ON page_postings (owner_id, claimed_at) WHERE status = 'posting';
`);
  }
}

/** As in migration 0004 but for how it asks for what is unfinished. */
const deliveryFunction = (unfinished: string) => `
CREATE OR REPLACE FUNCTION enqueue_picture_delivery() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_finished boolean := false;
BEGIN
  -- Thousands of postings may end in one transaction; the job is needed once.
  IF current_setting('flyerdeck.delivery_enqueued', true) = NEW.assistant_id::text THEN
    RETURN NULL;
  END IF;
  IF NEW.status <> OLD.status THEN
    -- Two last postings that end at the same moment don't see each other; taking turns, the second sees the first.
    PERFORM pg_advisory_xact_lock(hashtextextended(NEW.assistant_id::text, 4));
    is_finished := NOT EXISTS (SELECT FROM page_postings WHERE assistant_id = NEW.assistant_id AND ${unfinished});
  END IF;
  IF NOT is_finished AND NOT EXISTS (SELECT FROM bot_picture_requests WHERE assistant_id = NEW.assistant_id) THEN
    RETURN NULL;
  END IF;
  PERFORM graphile_worker.add_job(
    'deliver_pictures', json_build_object('assistant_id', NEW.assistant_id),
    job_key := 'delivery:' || NEW.assistant_id, priority := 5
  );
  PERFORM set_config('flyerdeck.delivery_enqueued', NEW.assistant_id::text, true);
  RETURN NULL;
END $$;
`;
