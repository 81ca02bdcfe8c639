import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Room for a second version of all pages of a block. Blocks get it as their pages change. */
export class RoomForMarks1763700000076 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE pages SET (fillfactor = 50)');
  }

  async down(): Promise<void> {
    throw new Error('There is nothing to go back to: the version before works with this schema.');
  }
}
