import { type Db, sql, statement } from '../database/statement.ts';

/**
 * Readable without authentication: a flyer or screenshot of an active owner, unless its assistant is deleted or its page unlinked.
 * With the token of a pending screenshot its flyer can always be read.
 */
export const findPublicFile = statement<{ sha256: string; width: number }, [fileId: string, token: string]>(
  `SELECT f.sha256, f.width
   FROM files f JOIN users u ON u.id = f.owner_id
   WHERE f.id = $1 AND (
     (u.is_active AND (
       EXISTS (
         SELECT FROM tasks t JOIN assistants a ON a.id = t.assistant_id
         WHERE t.file_id = f.id AND a.deleted_at IS NULL)
       OR EXISTS (
         SELECT FROM page_postings p JOIN pages g ON g.guid = p.page_guid JOIN assistants a ON a.id = p.assistant_id
         WHERE p.picture_file_id = f.id AND g.unlinked_at IS NULL AND a.deleted_at IS NULL)
       OR (NOT f.is_screenshot AND NOT EXISTS (SELECT FROM tasks t WHERE t.file_id = f.id))
     ))
     OR EXISTS (
       SELECT FROM tasks t JOIN page_postings p ON p.task_id = t.id JOIN pending_screenshots s ON s.posting_id = p.id
       WHERE t.file_id = f.id AND s.preview_token::text = $2)
   )`,
);

/** Null if the file would exceed the owner's quota. */
export const insertFlyerFile = sql<
  { id: string | null },
  [
    ownerId: string,
    sha256: string,
    contentType: string,
    byteSize: number,
    width: number,
    height: number,
    quotaBytes: number,
  ]
>('SELECT add_flyer_file($1, $2, $3, $4, $5, $6, $7) AS id');

export const sumFlyerBytes = statement<{ bytes: string }, [string]>('SELECT flyer_bytes_of($1) AS bytes');

const lockFiles = sql<never, [fileIds: readonly string[]]>(
  'SELECT FROM files WHERE id = ANY ($1::uuid[]) ORDER BY id FOR UPDATE',
);
const deleteUnused = sql<never, [fileIds: readonly string[]]>(
  `DELETE FROM files f
   WHERE f.id = ANY ($1::uuid[])
     -- OFFSET 0: the planner looks up each file by index, also with outdated statistics.
     AND NOT EXISTS (SELECT FROM tasks t WHERE t.file_id = f.id OFFSET 0)
     AND NOT EXISTS (SELECT FROM page_postings p WHERE p.picture_file_id = f.id OFFSET 0)`,
);

/** Must run in the transaction that removed flyers. The lock is a statement of its own: of two transactions that remove the last two flyers of a file, the second sees that the first is gone. */
export async function deleteUnusedFiles(db: Db, fileIds: readonly string[]): Promise<void> {
  await lockFiles(db, [fileIds]);
  await deleteUnused(db, [fileIds]);
}

/** The image of this server that the avatar's own address names, else `getAvatar`. Changes with the avatar's own address. */
export const avatarPathSql = (page: string) =>
  `coalesce(
    substring(${page}.avatar_url FROM '^https?://[^/?#]+(/api/get_image/[0-9a-f-]{36})([?]w=[0-9]+)?$'),
    '/api/avatars/' || ${page}.guid || '?v=' || left(md5(${page}.avatar_url), 8))`;
