import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Avatars of pages, encoded again as small WebPs, so that no browser loads what a page's address returns. */
export class PageAvatars1763700000042 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
CREATE TABLE page_avatars (
  page_guid uuid PRIMARY KEY REFERENCES pages,
  -- The address from which it was downloaded.
  source_url text NOT NULL,
  -- NULL: the address has no image.
  image bytea,
  tried_at timestamptz NOT NULL DEFAULT now()
);
`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE page_avatars');
  }
}
