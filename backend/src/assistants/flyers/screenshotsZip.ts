import { MAX_ZIP_BYTES, MAX_ZIP_FILES } from '@flyerdeck/contracts';
import type { AppContext } from '../../context.ts';
import { type Db, sql } from '../../database/statement.ts';
import { piecesOf, readStored } from '../../files/readStored.ts';
import type { ZipEntry } from '../../server/exports/zipOf.ts';
import { conflict } from '../../server/http/errors.ts';
import { assistantNotFound } from '../assistants.query.ts';

/** How many do not fit into $3 bytes and $4 files, in the order of screenshotsZip.ts. No row if the owner $1 has no such assistant. */
const measureScreenshots = sql<
  { screenshots: number; left_out: number },
  [ownerId: string, assistantId: string, maxBytes: number, maxFiles: number]
>(
  `SELECT count(s.place)::int AS screenshots,
     (count(s.place) FILTER (WHERE s.bytes > $3::bigint OR s.place > $4::bigint))::int AS left_out
   FROM assistants a LEFT JOIN (
     SELECT sum(f.byte_size) OVER in_order AS bytes, row_number() OVER in_order AS place
     FROM tasks t
     JOIN page_postings p ON p.task_id = t.id
     JOIN files f ON f.id = p.picture_file_id
     WHERE t.assistant_id = $2 AND t.owner_id = $1
     WINDOW in_order AS (ORDER BY t.sequence_order, t.id, p.page_guid, p.is_duplicate ROWS UNBOUNDED PRECEDING)
   ) s ON true
   WHERE a.owner_id = $1 AND a.id = $2 AND a.deleted_at IS NULL GROUP BY a.id`,
);

/** Archived flyers included. No row after the assistant was deleted. */
const listFlyersWithScreenshots = sql<{ id: string; sequence_order: number }, [ownerId: string, assistantId: string]>(
  `SELECT t.id, t.sequence_order FROM tasks t JOIN assistants a ON a.id = t.assistant_id
   WHERE a.owner_id = $1 AND a.id = $2 AND a.deleted_at IS NULL
   ORDER BY t.sequence_order, t.id`,
);

type ScreenshotRow = {
  page_guid: string;
  is_duplicate: boolean;
  page_name: string;
  creator_id: string;
  sha256: string;
  content_type: string;
  byte_size: number;
};

const listScreenshots = sql<ScreenshotRow, [taskId: string, afterPage: string, afterDuplicate: boolean, limit: number]>(
  `SELECT p.page_guid, p.is_duplicate, page_name(g) AS page_name, g.creator_id,
     f.sha256, f.content_type, f.byte_size
   FROM page_postings p
   JOIN files f ON f.id = p.picture_file_id
   JOIN pages g ON g.guid = p.page_guid
   WHERE p.task_id = $1 AND (p.page_guid, p.is_duplicate) > ($2::uuid, $3::boolean)
   ORDER BY p.page_guid, p.is_duplicate LIMIT $4`,
);

const BATCH_ROWS = 200;
const NO_GUID = '00000000-0000-0000-0000-000000000000';
const MAX_NAME_LENGTH = 60;
const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/webp': '.webp',
  'image/png': '.png',
  'image/jpeg': '.jpg',
};

/** Characters that Windows or macOS do not allow in file names become spaces. */
const fileNameOf = (text: string) =>
  [...text.replace(/[\p{C}<>:"/\\|?*]/gu, ' ').trim()]
    .slice(0, MAX_NAME_LENGTH)
    .join('')
    .replace(/[. ]+$/, '');

/** "Flyer 02/Luna (creator-1) repeat.webp": creator ids are unique among the pages of an owner. */
function pathOf(position: number, { page_name, creator_id, is_duplicate, content_type }: ScreenshotRow): string {
  const name = `${fileNameOf(page_name)} (${fileNameOf(creator_id)})${is_duplicate ? ' repeat' : ''}`.trim();
  return `Flyer ${String(position).padStart(2, '0')}/${name}${EXTENSIONS[content_type] ?? ''}`;
}

const ZIP_LIMITS = { maxBytes: MAX_ZIP_BYTES, maxFiles: MAX_ZIP_FILES };

export async function countScreenshots(db: Db, ownerId: string, assistantId: string, limits = ZIP_LIMITS) {
  const [row] = await measureScreenshots(db, [ownerId, assistantId, limits.maxBytes, limits.maxFiles]);
  if (!row) throw assistantNotFound();
  if (row.screenshots === 0) {
    throw conflict('assistant.no_screenshots', 'This assistant has no screenshots yet.');
  }
  return { screenshots: row.screenshots - row.left_out, left_out: row.left_out };
}

async function* screenshotsOf(db: Db, taskId: string): AsyncGenerator<ScreenshotRow> {
  let after: readonly [page: string, isDuplicate: boolean] = [NO_GUID, false];
  for (;;) {
    const rows = await listScreenshots(db, [taskId, ...after, BATCH_ROWS]);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < BATCH_ROWS) return;
    after = [last.page_guid, last.is_duplicate];
  }
}

/** Holds a batch of rows and a part of one picture in memory, and no database connection between them. */
export async function* screenshotEntries(
  { db, files: store }: Pick<AppContext, 'db' | 'files'>,
  { ownerId, assistantId }: { ownerId: string; assistantId: string },
  { maxBytes, maxFiles } = ZIP_LIMITS,
): AsyncGenerator<ZipEntry> {
  let bytes = 0;
  let files = 0;
  for (const { id, sequence_order } of await listFlyersWithScreenshots(db, [ownerId, assistantId])) {
    for await (const row of screenshotsOf(db, id)) {
      bytes += row.byte_size;
      files += 1;
      if (bytes > maxBytes || files > maxFiles) return;
      const stored = await readStored(store, `original/${row.sha256}`);
      // It was deleted since the list was read.
      if (!stored) continue;
      yield {
        name: pathOf(sequence_order + 1, row),
        chunks: piecesOf(stored),
      };
    }
  }
}
