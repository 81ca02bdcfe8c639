import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An index for the sums of a user's fees. */
export class Spending1763700000058 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE INDEX credit_transactions_fees ON credit_transactions (user_id, created_at) INCLUDE (amount, page_guid, posting_id)
         WHERE posting_id IS NOT NULL`,
    );
  }

  async down(): Promise<void> {
    throw new Error('There is nothing to go back to: the version before works with this schema.');
  }
}
