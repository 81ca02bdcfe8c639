import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A bulk retry has an audit event for each batch, so several have its fingerprint. */
export class RetryInBatches1763700000061 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `DROP INDEX audit_events_retried_once;
       CREATE INDEX audit_events_retries ON audit_events ((details ->> 'fingerprint')) WHERE event = 'postings_retried'`,
    );
  }

  async down(): Promise<void> {
    throw new Error('There is nothing to go back to: the version before works with this schema.');
  }
}
