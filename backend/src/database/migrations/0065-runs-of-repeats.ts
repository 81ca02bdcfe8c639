import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Marks the copies that repeats made, so that finished ones make room (decision 0068). */
export class RunsOfRepeats1763700000065 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE assistants ADD COLUMN of_repeat boolean NOT NULL DEFAULT false');
    await queryRunner.query('UPDATE assistants a SET of_repeat = true FROM repeat_runs r WHERE a.id = r.copy_id');
  }

  async down(): Promise<void> {
    throw new Error('There is nothing to go back to: the version before works with this schema.');
  }
}
