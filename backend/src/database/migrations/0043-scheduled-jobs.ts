import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When each scheduled job was last enqueued (decision 0053), and the oldest program that works with this schema (decision 0054). */
export class ScheduledJobs1763700000043 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
CREATE TABLE scheduled_jobs (
  name text PRIMARY KEY,
  enqueued_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE schema_compatibility (
  is_only_row boolean PRIMARY KEY DEFAULT true CHECK (is_only_row),
  oldest_program bigint NOT NULL
);
COMMENT ON COLUMN schema_compatibility.oldest_program IS
  'A program whose newest migration has a smaller timestamp does not work with this schema. Set by migrations that remove what a former version needs.';
INSERT INTO schema_compatibility (oldest_program) VALUES (1763700000001);
`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE scheduled_jobs, schema_compatibility');
  }
}
