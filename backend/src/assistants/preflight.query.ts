import { REPEATED_IMAGE_DAYS, SITE_TEXT_LENGTH } from '@flyerdeck/contracts';
import { sql } from '../database/statement.ts';
import { targetedPagesSql } from '../postings/targets.ts';

export const findListedWords = sql<{ words: string[] }, [ownerId: string]>(
  'SELECT words FROM listed_words WHERE owner_id = $1',
);

export const replaceListedWords = sql<{ words: string[] }, [ownerId: string, words: readonly string[]]>(
  `INSERT INTO listed_words (owner_id, words) VALUES ($1, $2)
   ON CONFLICT (owner_id) DO UPDATE SET words = EXCLUDED.words RETURNING words`,
);

/**
 * For each flyer of the assistant $4, in order: its text if $5 is set, whether the text is too long, and the number of matched
 * pages that have its image in the days before or in the queue. A flyer whose image an earlier one of the assistant has
 * repeats it on all pages.
 */
export const inspectFlyers = sql<
  { description: string | null; is_long: boolean; pages: number },
  [
    ownerId: string,
    targetPages: readonly string[],
    targetTags: readonly string[],
    assistantId: string,
    withTexts: boolean,
  ]
>(
  `WITH flyer AS MATERIALIZED (
     SELECT t.id, t.sequence_order, t.description, f.sha256
     FROM tasks t LEFT JOIN files f ON f.id = t.file_id WHERE t.assistant_id = $4 AND t.archived_at IS NULL
   ),
   target AS MATERIALIZED (SELECT guid FROM ${targetedPagesSql('$1', '$2', '$3')} g),
   repeated AS MATERIALIZED (
     SELECT image.sha256, count(DISTINCT p.page_guid)::int AS pages
     FROM (SELECT DISTINCT sha256 FROM flyer WHERE sha256 IS NOT NULL) image
     JOIN files same ON same.sha256 = image.sha256 AND same.owner_id = $1
     JOIN tasks other ON other.file_id = same.id AND other.assistant_id <> $4
     JOIN page_postings p ON p.task_id = other.id
     WHERE p.page_guid IN (SELECT guid FROM target) AND (
       p.status IN ('pending', 'posting') OR (p.status IN ('posted', 'completed') OR p.error_code = 'unconfirmed')
         AND greatest(p.posted_at, p.scheduled_for, p.publish_at) > now() - interval '${REPEATED_IMAGE_DAYS} days'
     )
     GROUP BY image.sha256
   )
   SELECT CASE WHEN $5 THEN flyer.description END AS description,
     char_length(flyer.description) > ${SITE_TEXT_LENGTH} AS is_long,
     CASE WHEN count(*) OVER (PARTITION BY flyer.sha256 ORDER BY flyer.sequence_order, flyer.id) > 1 AND flyer.sha256 IS NOT NULL
       THEN (SELECT count(*)::int FROM target) ELSE coalesce(repeated.pages, 0) END AS pages
   FROM flyer LEFT JOIN repeated ON repeated.sha256 = flyer.sha256
   ORDER BY flyer.sequence_order, flyer.id`,
);
