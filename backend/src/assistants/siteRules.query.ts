import type { SiteRule } from '@flyerdeck/contracts';
import { sql } from '../database/statement.ts';
import { targetedPagesSql } from '../postings/targets.query.ts';
import { microseconds } from './plan/plan.query.ts';

/** The rules of the newest pack that has some, of the owner or of all pages. */
export const findPublishedRules = sql<{ rules: SiteRule[] }, [ownerId: string]>(
  `SELECT pack -> 'rules' AS rules FROM site_packs
   WHERE undone_at IS NULL AND (owner_id IS NULL OR owner_id = $1) AND pack ? 'rules'
   ORDER BY owner_id IS NULL, version DESC LIMIT 1`,
);

/** Of the assistant $2 and of the owner's queued ones: the flyers whose text matches the pattern. */
export const findFlyersLike = sql<
  { id: string; is_new: boolean },
  [ownerId: string, assistantId: string, pattern: string]
>(
  `SELECT t.id, a.id = $2 AND t.archived_at IS NULL AS is_new FROM assistants a JOIN tasks t ON t.assistant_id = a.id
   WHERE a.owner_id = $1 AND (a.id = $2 OR a.queued_at IS NOT NULL) AND t.description ~* $3`,
);

/** Times are in microseconds. */
export type PostOfPage = readonly [taskId: string | null, at: number];

/** All matched pages, with their posts of the last $4 hours. */
export const listRecentPosts = sql<
  { guid: string; posts: PostOfPage[] | null },
  [ownerId: string, targetPages: readonly string[], targetTags: readonly string[], hours: number]
>(
  `SELECT g.guid, (
     SELECT json_agg(json_build_array(c.task_id, ${microseconds('c.at')}))
     FROM counted_posts(g.guid, now() - $4 * interval '1 hour') c
   ) AS posts
   FROM ${targetedPagesSql('$1', '$2', '$3')} g`,
);
