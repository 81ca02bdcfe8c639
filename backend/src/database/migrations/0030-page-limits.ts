import type { MigrationInterface, QueryRunner } from 'typeorm';
import { limitedClaimFunctions } from './0030-page-limits/claims.sql.ts';
import { permittedTimeFunctions } from './0030-page-limits/permittedTime.sql.ts';
import { plannedPostsFunction } from './0030-page-limits/plannedPosts.sql.ts';

/** Limits of pages: posts in 24 hours, posting hours and the gap between posts (decision 0046). */
export class PageLimits1763700000030 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
ALTER TABLE pages
  ADD COLUMN max_posts_in_24_hours integer CHECK (max_posts_in_24_hours BETWEEN 1 AND 1000),
  ADD COLUMN min_gap_minutes integer CHECK (min_gap_minutes BETWEEN 1 AND 10080),
  ADD COLUMN posting_hours_from time CHECK (posting_hours_from = date_trunc('minute', posting_hours_from::interval)::time),
  ADD COLUMN posting_hours_until time CHECK (posting_hours_until = date_trunc('minute', posting_hours_until::interval)::time),
  -- Postgres would read other names as abbreviations or as POSIX zones.
  ADD COLUMN posting_hours_zone text CHECK (posting_hours_zone ~ '^(UTC|[A-Za-z_]+/[A-Za-z0-9_+/-]+)$'
    AND timestamptz '2000-06-01 00:00:00Z' AT TIME ZONE posting_hours_zone > '2000-01-01'),
  -- Since the last refused claim: the time at which the page may post again.
  ADD COLUMN limited_until timestamptz,
  ADD CONSTRAINT pages_posting_hours CHECK (
    num_nulls(posting_hours_from, posting_hours_until, posting_hours_zone) IN (0, 3)
    AND posting_hours_from <> posting_hours_until AND greatest(posting_hours_from, posting_hours_until) < '24:00'
  );

-- Words that a user wants to be warned about before posting.
CREATE TABLE listed_words (
  owner_id uuid PRIMARY KEY REFERENCES users,
  words text[] NOT NULL CHECK (cardinality(words) <= 100)
);
${permittedTimeFunctions}${plannedPostsFunction}${limitedClaimFunctions}`);
  }

  async down(): Promise<void> {
    throw new Error('Going back to the version before needs a backup of it.');
  }
}
