import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rolloutFunctions } from './0021-site-packs/rollout.sql.ts';

/** Site packs: published by the operator, rolled out to a few pages first, and withdrawn when one of these fails (decision 0033). */
export class SitePacks1763700000021 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
CREATE TABLE site_packs (
  version integer PRIMARY KEY CHECK (version > 0),
  pack jsonb NOT NULL,
  stage text NOT NULL DEFAULT 'canary' CHECK (stage IN ('canary', 'few', 'all', 'withdrawn')),
  published_at timestamptz NOT NULL DEFAULT now(),
  withdrawn_at timestamptz,
  withdrawn_reason text,
  -- The page whose failure withdrew it. NULL when the operator did.
  withdrawn_by uuid REFERENCES pages (guid) ON DELETE SET NULL,
  CHECK ((stage = 'withdrawn') = (withdrawn_at IS NOT NULL AND withdrawn_reason IS NOT NULL))
);
-- At most one pack is being rolled out.
CREATE UNIQUE INDEX site_packs_rolling ON site_packs ((true)) WHERE stage IN ('canary', 'few');

-- The pages that try the pack that is being rolled out. Empty when none is.
CREATE TABLE site_pack_pages (
  page_guid uuid PRIMARY KEY REFERENCES pages (guid) ON DELETE CASCADE,
  version integer NOT NULL REFERENCES site_packs (version) ON DELETE CASCADE,
  -- The stage in which the page was chosen.
  stage text NOT NULL CHECK (stage IN ('canary', 'few'))
);
CREATE INDEX site_pack_pages_of_version ON site_pack_pages (version);

-- The pack that the page uses, by its last poll, and since when. NULL for an extension that knows no packs.
ALTER TABLE pages ADD COLUMN site_pack_version integer, ADD COLUMN site_pack_since timestamptz;

-- What extensions report when they do not find an element. Kept for 30 days.
CREATE TABLE structure_reports (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  page_guid uuid NOT NULL REFERENCES pages (guid) ON DELETE CASCADE,
  posting_id uuid REFERENCES page_postings (id) ON DELETE CASCADE,
  site_pack_version integer NOT NULL,
  what text NOT NULL CHECK (what IN ('probe', 'post')),
  missing text[] NOT NULL,
  structure text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX structure_reports_of_page ON structure_reports (page_guid, created_at);
CREATE INDEX structure_reports_of_posting ON structure_reports (posting_id) WHERE posting_id IS NOT NULL;
CREATE INDEX structure_reports_by_time ON structure_reports (created_at);

${rolloutFunctions}
`);
  }

  async down(): Promise<void> {
    throw new Error('Going back to the version before needs a backup of it.');
  }
}
