import { randomInt } from 'node:crypto';
import type { Access } from '@flyerdeck/contracts';
import type { Pool } from 'pg';
import { insertRunner } from '../../../test/factories.ts';
import { fillDrill } from '../fillDrill.ts';
import type { Caller } from './requestOf.ts';

type Headers = Readonly<Record<string, string>>;
type Role = Exclude<Access, 'public'>;

const SIZES = { users: 1, pagesEach: 2, flyers: 2, credits: 1_000 };

async function signIn(baseUrl: string, telegramId: string): Promise<Headers> {
  const response = await fetch(`${baseUrl}/api/auth/telegram`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ telegram_id: telegramId, username: 'callers', first_name: 'Callers', last_name: '' }),
  });
  const { session_token: token } = (await response.json()) as { session_token: string };
  return { 'X-Session-Token': token, 'X-Telegram-ID': telegramId };
}

/**
 * Callers with each access, and their pages, tasks and postings. `replace` creates a new caller when a request has
 * ended a session, unlinked a page or deactivated a user.
 */
export class Callers {
  private readonly replacing: Partial<Record<Role, Promise<void> | undefined>> = {};

  private constructor(
    private readonly pool: Pool,
    private readonly baseUrl: string,
    private readonly headers: Record<Role, Headers>,
    /** Ids of existing pages, assistants, tasks, postings and users. */
    readonly ids: readonly string[],
  ) {}

  static async create(pool: Pool, baseUrl: string): Promise<Callers> {
    const callers = new Callers(pool, baseUrl, { user: {}, admin: {}, device: {}, runner: {} }, []);
    await Promise.all((['user', 'admin', 'device', 'runner'] as const).map((role) => callers.replace(role)));
    const { rows } = await pool.query<{ id: string }>(
      `(SELECT guid::text AS id FROM pages LIMIT 4) UNION ALL (SELECT id::text FROM assistants LIMIT 4)
       UNION ALL (SELECT id::text FROM tasks LIMIT 4) UNION ALL (SELECT id::text FROM page_postings LIMIT 6)
       UNION ALL (SELECT telegram_id FROM users LIMIT 4)`,
    );
    return new Callers(
      pool,
      baseUrl,
      callers.headers,
      rows.map(({ id }) => id),
    );
  }

  headersOf(caller: Caller, access: Access): Headers {
    const role = caller === 'allowed' ? access : caller;
    if (role === 'nobody' || role === 'public') return {};
    if (role === 'forged') {
      return {
        'X-Session-Token': 'x'.repeat(43),
        'X-Telegram-ID': "1' OR '1'='1",
        Authorization: `Bearer ${'y'.repeat(43)}`,
      };
    }
    return this.headers[role];
  }

  /** Call it after an unexpected 401. Simultaneous calls for one role share one replacement. */
  replace(role: Role): Promise<void> {
    this.replacing[role] ??= this.replaceNow(role).finally(() => {
      this.replacing[role] = undefined;
    });
    return this.replacing[role];
  }

  private async replaceNow(role: Role): Promise<void> {
    const [page] = await fillDrill(this.pool, SIZES);
    if (!page) throw new Error('no page');
    if (role === 'device') {
      this.headers.device = { Authorization: `Bearer ${page.deviceSecret}` };
      return;
    }
    if (role === 'runner') {
      this.headers.runner = { Authorization: `Bearer ${(await insertRunner(this.pool, page.ownerId)).secret}` };
      return;
    }
    const { rows } = await this.pool.query<{ telegram_id: string }>(
      'UPDATE users SET is_admin = $2 WHERE id = $1 RETURNING telegram_id',
      [page.ownerId, role === 'admin'],
    );
    this.headers[role] = await signIn(this.baseUrl, rows[0]?.telegram_id ?? String(randomInt(1e9)));
  }
}
