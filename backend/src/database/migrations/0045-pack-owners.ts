import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rolloutFunctions } from './0045-pack-owners/rollout.sql.ts';

/** Site packs are approved and withdrawn by several owners. A page uses the newest pack that fits it (decision 0033). */
export class PackOwners1763700000045 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
-- What a page says of a pack. refused: its probe failed. failed: a posting failed with it. posted: the page has posted with the
-- pack while it was tried.
CREATE TABLE site_pack_tries (
  version integer NOT NULL REFERENCES site_packs ON DELETE CASCADE,
  page_guid uuid NOT NULL REFERENCES pages (guid) ON DELETE CASCADE,
  outcome text NOT NULL CHECK (outcome IN ('refused', 'failed', 'posted')),
  reason text,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (version, page_guid)
);
CREATE INDEX site_pack_votes ON site_pack_tries (version) WHERE outcome <> 'refused';
${rolloutFunctions}`);
  }

  async down(): Promise<void> {
    throw new Error('Going back to the version before needs a backup of it.');
  }
}
