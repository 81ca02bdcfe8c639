import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Saved views of the admin tables (decision 0043). */
export class SavedViews1763700000028 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
CREATE TABLE saved_views (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  admin_id uuid NOT NULL REFERENCES users,
  table_name text NOT NULL,
  name text NOT NULL CHECK (name = btrim(name) AND name <> ''),
  query text NOT NULL,
  is_default boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (admin_id, table_name, name)
);
CREATE UNIQUE INDEX saved_views_default ON saved_views (admin_id, table_name) WHERE is_default;
`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE saved_views');
  }
}
