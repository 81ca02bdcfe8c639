import type { MigrationInterface, QueryRunner } from 'typeorm';
import { cancelFunctions } from './0007-in-flight/cancel.sql.ts';
import { claimFunction } from './0007-in-flight/claim.sql.ts';
import { creditFunctions } from './0007-in-flight/credits.sql.ts';
import { leaseFunctions } from './0007-in-flight/leases.sql.ts';
import { reportFunctions } from './0007-in-flight/reports.sql.ts';
import { statusTriggers } from './0007-in-flight/statusTriggers.sql.ts';

/**
 * What is in flight in a table of its own, and the rules of posting as functions that lock a page before they read
 * anything of it (decision 0019). Screenshots that are still to be made get a table too, instead of a job each.
 */
export class InFlight1763700000007 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
-- The claim of a page: one at most, whatever the code believes.
-- Leases change in this narrow table; no index holds a column that a lease changes, so that these updates stay in place.
CREATE TABLE in_flight (
  page_guid uuid PRIMARY KEY,
  posting_id uuid NOT NULL UNIQUE REFERENCES page_postings,
  owner_id uuid NOT NULL,
  -- Null where the device is not known: then the claim is never handed out again.
  device_id uuid,
  claim_token_hash bytea NOT NULL,
  -- How often it was handed out to the same device, because the answer to its poll was lost.
  handouts integer NOT NULL DEFAULT 1,
  claimed_at timestamptz NOT NULL DEFAULT now(),
  lease_expires_at timestamptz NOT NULL,
  submitting_at timestamptz
) WITH (fillfactor = 50);
CREATE INDEX in_flight_of_owner ON in_flight (owner_id, claimed_at);

INSERT INTO in_flight (page_guid, posting_id, owner_id, claim_token_hash, claimed_at, lease_expires_at, submitting_at)
SELECT page_guid, id, owner_id, claim_token_hash, claimed_at, lease_expires_at, submitting_at
FROM page_postings WHERE status = 'posting';

DROP INDEX page_postings_one_in_flight;
DROP INDEX page_postings_in_flight_of_owner;
ALTER TABLE page_postings DROP COLUMN lease_expires_at, DROP COLUMN submitting_at;

-- Posts whose screenshot is still to be made. Workers take them from here.
CREATE TABLE pending_screenshots (
  posting_id uuid PRIMARY KEY REFERENCES page_postings,
  tries integer NOT NULL DEFAULT 0,
  -- When it may be tried next; while a worker is at it, when that worker is given up.
  try_after timestamptz NOT NULL DEFAULT now()
) WITH (fillfactor = 70);
CREATE INDEX pending_screenshots_due ON pending_screenshots (try_after);

INSERT INTO pending_screenshots (posting_id, tries) SELECT id, picture_tries FROM page_postings WHERE status = 'posted';

-- Their jobs would wait for ever: no worker knows them any more. An empty database has no jobs yet, nor their table.
DO $$ BEGIN
  IF to_regclass('graphile_worker._private_jobs') IS NOT NULL THEN
    PERFORM graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs
    WHERE task_identifier IN ('render_picture', 'picture_sweep') HAVING count(*) > 0;
  END IF;
END $$;

DROP INDEX page_postings_without_picture;
ALTER TABLE page_postings DROP COLUMN picture_tries;

-- Every change of status makes an entry in each of the table's indexes, so vacuum must be done with it soon.
ALTER TABLE page_postings SET (autovacuum_vacuum_cost_limit = 2000);

${statusTriggers}
${creditFunctions}
${leaseFunctions}
${claimFunction}
${reportFunctions}
${cancelFunctions}
`);
  }

  async down(): Promise<void> {
    throw new Error('Going back to the version before needs a backup of it.');
  }
}
