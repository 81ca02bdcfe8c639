import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Renames the times of alerts by their contents, also in the function that records them. */
export class AlertTimes1763700000019 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
ALTER TABLE bot_alerts RENAME COLUMN noticed_at TO recorded_at;
ALTER TABLE bot_alerts RENAME COLUMN told_at TO sent_at;
CREATE OR REPLACE FUNCTION notice_lack_of_credits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO bot_alerts (kind, subject_id, user_id) VALUES ('out_of_credits', NEW.id, NEW.owner_id)
  ON CONFLICT (kind, subject_id) DO UPDATE SET recorded_at = now(), sent_at = NULL;
  RETURN NULL;
END $$;
ALTER FUNCTION notice_lack_of_credits RENAME TO record_lack_of_credits;
`);
  }

  async down(): Promise<void> {
    throw new Error('Going back to the version before needs a backup of it.');
  }
}
