import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Room for a second version of all pages of a block, which blocks get as their pages change; one extension less. */
export class RoomForMarks1763700000076 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE pages SET (fillfactor = 50)');
    // TypeORM created it, and nothing uses it. It stays where it belongs to another role, or where other tables use it.
    await queryRunner.query(
      `DO $$ BEGIN
         DROP EXTENSION IF EXISTS "uuid-ossp";
       EXCEPTION WHEN insufficient_privilege OR dependent_objects_still_exist THEN
       END $$`,
    );
  }

  async down(): Promise<void> {
    throw new Error('There is nothing to go back to: the version before works with this schema.');
  }
}
