import { MAX_PROBLEM_REPORT_BYTES } from '@flyerdeck/contracts';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Problems that users report, with the action log of a browser tab (decision 0045). */
export class ProblemReports1763700000026 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
CREATE TABLE problem_reports (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES users,
  sentence text NOT NULL CHECK (sentence ~ '\\S'),
  build_id text NOT NULL,
  request_ids text[] NOT NULL,
  -- Only the newest part of the log was sent.
  is_cut boolean NOT NULL,
  -- JSON as it was sent: jsonb would change the order of keys, which is part of the replayed state.
  log text NOT NULL CHECK (octet_length(log) <= ${MAX_PROBLEM_REPORT_BYTES}),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX problem_reports_by_time ON problem_reports (created_at, id);
CREATE INDEX problem_reports_of_user ON problem_reports (user_id);
`);
  }

  async down(): Promise<void> {
    throw new Error('Going back to the version before needs a backup of it.');
  }
}
