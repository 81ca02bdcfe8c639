import type { Task } from '@flyerdeck/contracts';
import type { Pool } from 'pg';
import sharp from 'sharp';
import { callOk, type Headers } from './send.ts';

interface AccountSize {
  readonly pages: number;
  readonly assistants: number;
  readonly flyersEach: number;
  readonly waiting: number;
  readonly queued: number;
  readonly pagesEach: number;
}

/** Half of the pages polled just now, every third one is paid, and each has one to three of 24 tags. */
const pagesSql = `INSERT INTO pages (owner_id, creator_id, name, username, tags, linked_at, last_polled_at, paid_until, credits_charged)
  SELECT $1, 'bench-' || n,
    (ARRAY['Luna','Mila','Vera','Jade','Ruby','Nora','Ivy','Zoe'])[1 + n % 8] || ' '
      || (ARRAY['Star','Rose','Moon','Fox','Vale','Lane','Heart'])[1 + n % 7] || ' ' || n,
    'page_' || n,
    CASE n % 3 WHEN 0 THEN ARRAY['tag ' || n % 24] WHEN 1 THEN ARRAY['tag ' || n % 24, 'promo'] ELSE ARRAY['vip', 'promo', 'tag ' || n % 24] END,
    now() - n * interval '1 second',
    CASE WHEN n % 2 = 0 THEN now() END,
    CASE WHEN n % 3 = 0 THEN now() + interval '20 hours' END,
    CASE WHEN n % 3 = 0 THEN 10 ELSE 0 END
  FROM generate_series(1, $2::int) n`;

const assistantsSql = `INSERT INTO assistants (owner_id, name, posting_rules, queued_at, created_at)
  SELECT $1, 'Campaign ' || n,
    '{"target_pages": [], "target_tags": ["promo"], "start_delay_hours": 0, "delay_between_tasks_hours": 1, "duplication_time_hours": 0}',
    CASE WHEN n > $3::int THEN now() - n * interval '1 minute' END, now() - n * interval '1 minute'
  FROM generate_series(1, $2::int) n`;

/** Waiting assistants are found by queued_at and not by number, because the caller may have created one before. */
const tasksSql = `INSERT INTO tasks (owner_id, assistant_id, sequence_order, description, file_id, pending_count, completed_count)
  SELECT a.owner_id, a.id, k, 'Flyer ' || k + 1 || ' of ' || a.name || ': three free days, from tonight until Sunday', $2,
    CASE WHEN a.queued_at IS NOT NULL AND a.n <= $4::int THEN $5::int ELSE 0 END,
    CASE WHEN a.queued_at IS NOT NULL AND a.n > $4::int THEN $5::int ELSE 0 END
  FROM (
    SELECT *, row_number() OVER (PARTITION BY queued_at IS NULL ORDER BY created_at DESC) AS n
    FROM assistants WHERE owner_id = $1
  ) a
  CROSS JOIN generate_series(0, $3::int - 1) k`;

const postingsSql = `INSERT INTO page_postings
    (owner_id, assistant_id, task_id, page_guid, status, queued_at, sequence_order, run_index, delay_hours, gap_hours)
  SELECT t.owner_id, t.assistant_id, t.id, p.guid, CASE WHEN t.pending_count > 0 THEN 'pending' ELSE 'completed' END,
    a.queued_at, t.sequence_order, 0, t.sequence_order, 1
  FROM tasks t JOIN assistants a ON a.id = t.assistant_id
  CROSS JOIN (SELECT guid FROM pages WHERE owner_id = $1 ORDER BY linked_at DESC LIMIT $2) p
  WHERE t.owner_id = $1 AND t.pending_count + t.completed_count > 0`;

const limitsSql = `UPDATE pages SET max_posts_in_24_hours = 3, min_gap_minutes = 30 + (hashtext(guid::text) & 63),
  posting_hours_from = '09:00', posting_hours_until = '17:30', posting_hours_zone = 'Europe/Berlin' WHERE owner_id = $1`;

export const limitPages = (pool: Pool, userId: string) => pool.query(limitsSql, [userId]);

/** Fills an account by one statement per table, because the API would take minutes. */
export async function fillAccount(pool: Pool, userId: string, fileId: string | null, size: AccountSize): Promise<void> {
  await pool.query(pagesSql, [userId, size.pages]);
  await pool.query(assistantsSql, [userId, size.assistants, size.waiting]);
  await pool.query(tasksSql, [userId, fileId, size.flyersEach, size.queued, size.pagesEach]);
  await pool.query(postingsSql, [userId, size.pagesEach]);
  await pool.query('UPDATE users SET is_posting_active = true WHERE id = $1', [userId]);
  // Autovacuum would do this within a minute.
  await pool.query('VACUUM ANALYZE');
}

const BOUNDARY = 'boundary-of-the-benches';
export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

export function formOf(images: readonly Buffer[]): Buffer {
  const part = (image: Buffer, n: number) => {
    const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="images"; filename="${n}.png"`;
    return [Buffer.from(`${head}\r\nContent-Type: image/png\r\n\r\n`), image, Buffer.from('\r\n')];
  };
  return Buffer.concat([...images.flatMap(part), Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

export const noisyJpeg = (width: number, height: number): Promise<Buffer> => {
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const;
  return sharp({ create: { width, height, channels: 3, background: '#668', noise } })
    .jpeg()
    .toBuffer();
};

export async function createAssistant(baseUrl: string, headers: Headers): Promise<string> {
  const assistant = await callOk<{ _id: string }>(`${baseUrl}/api/assistants`, { headers, body: { name: 'Flyers' } });
  return assistant._id;
}

export const uploadFlyer = (baseUrl: string, headers: Headers, assistantId: string, image: Buffer): Promise<Task[]> =>
  callOk(`${baseUrl}/api/assistants/${assistantId}/tasks`, {
    headers: { ...headers, 'Content-Type': FORM_TYPE },
    body: formOf([image]),
  });
