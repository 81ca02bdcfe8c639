import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Quiet hours and the daily digest of the bot's alerts. */
export class BotSettings1763700000072 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE TABLE bot_settings (
         user_id uuid PRIMARY KEY REFERENCES users,
         quiet_from time,
         quiet_until time,
         digest_at time,
         time_zone text NOT NULL DEFAULT 'UTC' CHECK (time_zone ~ '^(UTC|[A-Za-z_]+/[A-Za-z0-9_+/-]+)$'
           AND timestamptz '2000-06-01 00:00:00Z' AT TIME ZONE time_zone > '2000-01-01'),
         CHECK (num_nulls(quiet_from, quiet_until) IN (0, 2))
       )`,
    );
  }

  async down(): Promise<void> {
    throw new Error('There is nothing to go back to: the version before works with this schema.');
  }
}
