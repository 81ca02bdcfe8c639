import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Copies of assistants, and repeats that make them by themselves (decision 0047). */
export class Repeats1763700000031 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
-- The assistant from which this one was copied. copy_key is the Idempotency-Key of the call.
ALTER TABLE assistants ADD COLUMN copy_of uuid REFERENCES assistants, ADD COLUMN copy_key text;
CREATE UNIQUE INDEX assistants_copied_once ON assistants (copy_of, copy_key) WHERE copy_key IS NOT NULL;

CREATE TABLE repeats (
  assistant_id uuid PRIMARY KEY REFERENCES assistants,
  every_days integer CHECK (every_days BETWEEN 1 AND 365),
  -- ISO numbers: Monday is 1.
  weekdays integer[] NOT NULL DEFAULT '{}' CHECK (weekdays <@ '{1,2,3,4,5,6,7}'),
  CHECK ((every_days IS NULL) = (weekdays <> '{}')),
  local_time text NOT NULL CHECK (local_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  time_zone text NOT NULL,
  starts_on date NOT NULL,
  ends_on date,
  max_runs integer CHECK (max_runs > 0),
  runs integer NOT NULL DEFAULT 0 CHECK (runs >= 0),
  CHECK (runs <= max_runs),
  paused_at timestamptz,
  -- Null when the repeat has ended.
  next_at timestamptz
);
CREATE INDEX repeats_by_next_time ON repeats (next_at) WHERE next_at IS NOT NULL AND paused_at IS NULL;

CREATE TABLE repeat_runs (
  repeat_id uuid NOT NULL REFERENCES repeats ON DELETE CASCADE,
  planned_at timestamptz NOT NULL,
  ran_at timestamptz NOT NULL DEFAULT now(),
  copy_id uuid REFERENCES assistants,
  -- Why nothing was added to the queue.
  problem text,
  CHECK ((copy_id IS NULL) = (problem IS NOT NULL)),
  -- A planned time runs once.
  PRIMARY KEY (repeat_id, planned_at)
);
`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
DROP TABLE repeat_runs, repeats;
DROP INDEX assistants_copied_once;
ALTER TABLE assistants DROP COLUMN copy_of, DROP COLUMN copy_key;
`);
  }
}
