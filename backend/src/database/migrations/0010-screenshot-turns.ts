import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Owners take turns: the screenshots of one who has many waiting do not hold up those of others. */
export class ScreenshotTurns1763700000010 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
ALTER TABLE pending_screenshots ADD COLUMN owner_id uuid;
-- Smaller ones are made first. The next screenshot of an owner has the next turn; an owner without any waiting starts at
-- the turn that is being made.
ALTER TABLE pending_screenshots ADD COLUMN turn bigint;

UPDATE pending_screenshots s SET owner_id = waiting.owner_id, turn = waiting.turn
FROM (
  SELECT w.posting_id, p.owner_id, row_number() OVER (PARTITION BY p.owner_id ORDER BY w.try_after) - 1 AS turn
  FROM pending_screenshots w JOIN page_postings p ON p.id = w.posting_id
) waiting
WHERE waiting.posting_id = s.posting_id;
ALTER TABLE pending_screenshots ALTER COLUMN owner_id SET NOT NULL, ALTER COLUMN turn SET NOT NULL;

-- No index holds try_after any more, so that taking one stays a HOT update.
DROP INDEX pending_screenshots_due;
CREATE INDEX pending_screenshots_by_turn ON pending_screenshots (turn);
CREATE INDEX pending_screenshots_of_owner ON pending_screenshots (owner_id, turn);

CREATE FUNCTION take_screenshot_turn() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT owner_id INTO NEW.owner_id FROM page_postings WHERE id = NEW.posting_id;
  NEW.turn := coalesce(greatest(
    (SELECT min(turn) FROM pending_screenshots),
    (SELECT max(turn) + 1 FROM pending_screenshots WHERE owner_id = NEW.owner_id)
  ), 0);
  RETURN NEW;
END $$;
CREATE TRIGGER pending_screenshots_turn BEFORE INSERT ON pending_screenshots
  FOR EACH ROW WHEN (NEW.turn IS NULL) EXECUTE FUNCTION take_screenshot_turn();
`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
DROP TRIGGER pending_screenshots_turn ON pending_screenshots;
DROP FUNCTION take_screenshot_turn;
ALTER TABLE pending_screenshots DROP COLUMN owner_id, DROP COLUMN turn;
CREATE INDEX pending_screenshots_due ON pending_screenshots (try_after);
`);
  }
}
