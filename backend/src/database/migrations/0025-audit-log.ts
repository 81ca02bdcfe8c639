import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Purchases booked by admins, and the order and filters of the audit log (decision 0040). */
export class AuditLog1763700000025 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
ALTER TABLE admin_acts DROP CONSTRAINT admin_acts_act_check;
ALTER TABLE admin_acts ADD CONSTRAINT admin_acts_act_check CHECK (act IN (
  'activated', 'deactivated', 'promoted', 'demoted', 'credits_adjusted', 'purchase_booked', 'sessions_ended', 'exported'));

CREATE INDEX admin_acts_by_time ON admin_acts (at, seq);
`);
  }

  async down(): Promise<void> {
    throw new Error('Going back to the version before needs a backup of it.');
  }
}
