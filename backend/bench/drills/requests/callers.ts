import type { Access } from '@flyerdeck/contracts';
import type { Pool } from 'pg';
import { insertRunner } from '../../../test/factories.ts';
import { fillDevices } from '../../fillDevices.ts';
import { sessionOf } from '../../people.ts';
import type { Headers } from '../../send.ts';
import type { Caller } from './requestOf.ts';

const ROLES = ['user', 'admin', 'device', 'runner'] as const;
type Role = (typeof ROLES)[number];

const SIZES = { users: 1, pagesEach: 2, flyers: 2, credits: 1_000 };
const FORGED = {
  'X-Session-Token': 'x'.repeat(43),
  'X-Telegram-ID': "1' OR '1'='1",
  Authorization: `Bearer ${'y'.repeat(43)}`,
};

/** Creates a caller with pages, tasks and postings. */
async function createCaller(pool: Pool, role: Role): Promise<Headers> {
  const [page] = await fillDevices(pool, SIZES);
  if (!page) throw new Error('no page');
  if (role === 'device') return { Authorization: `Bearer ${page.deviceSecret}` };
  if (role === 'runner') return { Authorization: `Bearer ${(await insertRunner(pool, page.ownerId)).secret}` };
  await pool.query('UPDATE users SET is_admin = $2 WHERE id = $1', [page.ownerId, role === 'admin']);
  return sessionOf(pool, page.ownerId);
}

/** Callers with each access. */
export class Callers {
  private readonly headers = new Map<Role, Promise<Headers>>();

  constructor(private readonly pool: Pool) {
    for (const role of ROLES) this.headers.set(role, createCaller(pool, role));
  }

  /** Ids of existing pages, assistants, tasks, postings and users. */
  async ids(): Promise<string[]> {
    await Promise.all(this.headers.values());
    const { rows } = await this.pool.query<{ id: string }>(
      `(SELECT guid::text AS id FROM pages LIMIT 4) UNION ALL (SELECT id::text FROM assistants LIMIT 4)
       UNION ALL (SELECT id::text FROM tasks LIMIT 4) UNION ALL (SELECT id::text FROM page_postings LIMIT 6)
       UNION ALL (SELECT telegram_id FROM users LIMIT 4)`,
    );
    return rows.map(({ id }) => id);
  }

  async headersOf(caller: Caller, access: Access): Promise<Headers> {
    const role = caller === 'allowed' ? access : caller;
    if (role === 'nobody' || role === 'public') return {};
    return role === 'forged' ? FORGED : ((await this.headers.get(role)) ?? {});
  }

  /** Creates another caller when a request has ended a session, unlinked a page or deactivated a user. */
  async replace(role: Role, refused: Headers): Promise<void> {
    // Simultaneous calls were refused because of the same headers.
    if ((await this.headers.get(role)) === refused) this.headers.set(role, createCaller(this.pool, role));
  }
}
