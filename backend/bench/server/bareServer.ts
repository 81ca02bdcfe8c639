import { createHash } from 'node:crypto';
import Koa from 'koa';
import bodyParser from 'koa-bodyparser';
import { Pool } from 'pg';

/**
 * The reference for our server: Koa, koa-bodyparser and pg. It has no validation, limits, log or security headers, and
 * sends rows as they are. Its SQL is the simplest that returns the same rows. It parses the body of a poll and does not
 * use it.
 */
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 20 });

const LISTS: Readonly<Record<string, string>> = {
  '/api/get_user_pages': `SELECT guid, name, username, creator_id, avatar_url, tags, last_polled_at, paid_until, credits_charged, health,
      extension_version, linked_at
    FROM pages WHERE owner_id = $1 AND unlinked_at IS NULL ORDER BY linked_at DESC, guid`,
  '/api/assistants': `SELECT a.id, a.name, a.posting_rules, a.preset_id, pr.name AS preset_name, a.reset_after_posts_list,
      a.screenshot_as_file, a.pause_reason, a.queued_at, a.created_at, a.updated_at, s.*
    FROM assistants a LEFT JOIN presets pr ON pr.id = a.preset_id
    CROSS JOIN LATERAL (SELECT count(*)::int AS tasks, sum(pending_count)::int AS pending, sum(completed_count)::int AS completed,
      sum(failed_count)::int AS failed FROM tasks t WHERE t.assistant_id = a.id) s
    WHERE a.owner_id = $1 AND a.deleted_at IS NULL ORDER BY a.created_at DESC, a.id`,
  '/api/tasks': `SELECT t.id, t.assistant_id, a.name AS assistant_name, t.description, t.file_id, t.sequence_order, t.stored_status,
      t.pending_count, t.posting_count, t.posted_count, t.completed_count, t.failed_count, t.created_at, t.updated_at
    FROM tasks t JOIN assistants a ON a.id = t.assistant_id WHERE t.owner_id = $1 AND t.archived_at IS NULL
    ORDER BY a.queued_at NULLS LAST, a.created_at, a.id, t.sequence_order, t.id`,
};
const SESSION = `SELECT u.id, u.is_admin, u.is_active FROM sessions s JOIN users u ON u.id = s.user_id
  WHERE s.token_hash = $1 AND u.telegram_id = $2 AND s.expires_at > now()`;
const POLL = `UPDATE pages p SET last_polled_at = now() FROM devices d JOIN pages g ON g.guid = d.page_guid JOIN users u ON u.id = g.owner_id
  WHERE d.secret_hash = $1 AND d.voided_at IS NULL AND p.guid = g.guid RETURNING p.guid, u.is_active, u.is_posting_active`;

const hashOf = (secret: string) => createHash('sha256').update(secret).digest();

const koa = new Koa();
koa.use(bodyParser());
koa.use(async (ctx) => {
  if (ctx.path === '/api/extension/poll') {
    const secretHash = hashOf(ctx.get('Authorization').slice('Bearer '.length));
    const { rows } = await pool.query({ name: 'poll', text: POLL, values: [secretHash] });
    ctx.body = { page: { guid: rows[0].guid, linked: true }, posting: null, wait_reason: null, next_poll_seconds: 30 };
    return;
  }
  const text = LISTS[ctx.path];
  if (!text) {
    ctx.body = 'ready';
    return;
  }
  const proof = [hashOf(ctx.get('X-Session-Token')), ctx.get('X-Telegram-ID')];
  const session = await pool.query({ name: 'session', text: SESSION, values: proof });
  const { rows } = await pool.query({ name: ctx.path, text, values: [session.rows[0].id] });
  ctx.body = rows;
});
koa.listen(Number(process.env.PORT), '127.0.0.1');
