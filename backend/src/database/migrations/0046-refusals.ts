import { PAGE_PAUSE_KINDS } from '@flyerdeck/contracts';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { claimFunctions } from './0046-refusals/claims.sql.ts';
import { reportFunctions } from './0046-refusals/reports.sql.ts';

/**
 * What the creator site refuses pauses the page, and a failure after the press that is not proven is a doubt (decisions 0003, 0034).
 * Audit events of site packs.
 */
export class Refusals1763700000046 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
ALTER TABLE pages
  -- The last refusal of the creator site, and how many of its kind came in a row.
  ADD COLUMN refusal_kind text CHECK (refusal_kind IN (${PAGE_PAUSE_KINDS.map((kind) => `'${kind}'`).join(', ')})),
  ADD COLUMN refusals smallint NOT NULL DEFAULT 0,
  ADD COLUMN refused_at timestamptz,
  -- The page gets no posting before this time.
  ADD COLUMN paused_until timestamptz,
  -- Whether the site pack in use can schedule posts. Without a scheduler a posting is handed out when it is due.
  ADD COLUMN has_scheduler boolean NOT NULL DEFAULT true,
  -- Without a scheduler, and while nothing else is due: when the page's next posting is.
  ADD COLUMN next_due_at timestamptz;

ALTER TABLE admin_acts DROP CONSTRAINT admin_acts_act_check;
ALTER TABLE admin_acts ADD CONSTRAINT admin_acts_act_check CHECK (act IN (
  'activated', 'deactivated', 'promoted', 'demoted', 'credits_adjusted', 'purchase_booked', 'sessions_ended', 'exported',
  'postings_retried', 'site_pack_published', 'site_pack_approved', 'site_pack_withdrawn'));
ALTER TABLE admin_acts DROP CONSTRAINT admin_acts_target;
ALTER TABLE admin_acts ADD CONSTRAINT admin_acts_target CHECK ((target_id IS NULL) = (act IN (
  'exported', 'postings_retried', 'site_pack_published', 'site_pack_approved', 'site_pack_withdrawn')));
${claimFunctions}${reportFunctions}`);
  }

  async down(): Promise<void> {
    throw new Error('Going back to the version before needs a backup of it.');
  }
}
