import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Db, sql } from '../../database/statement.ts';
import { makeFolder } from '../../makeFolder.ts';

/** Erased users are never active, and those have an index. */
const listErasures = sql<{ id: string; erased_at: Date }, [since: Date]>(
  'SELECT id, erased_at FROM users WHERE NOT is_active AND erased_at >= $1 ORDER BY erased_at',
);

/** Users who are not erased because the backup is older. */
export const listUnerased = sql<{ id: string; telegram_id: string }, [userIds: readonly string[]]>(
  'SELECT id, telegram_id FROM users WHERE id = ANY ($1::uuid[]) AND erased_at IS NULL ORDER BY id',
);

/** Not part of a backup, so a restored database can be compared with it. A line has the user's id, which says nothing about the person, and the time. */
export const ERASED_ACCOUNTS = 'erased-accounts.txt';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** A line of the list, or a line of the server's log. */
const ERASURE = new RegExp(`^(${UUID})\\b|"account\\.erased".*"userId":"(${UUID})"`, 'gm');

export const erasedUsersIn = (text: string): string[] => [
  ...new Set([...text.matchAll(ERASURE)].map(([, listed, logged]) => listed ?? logged ?? '')),
];

/** Adds only those that are missing in the list. */
export async function listErasedAccounts(db: Db, folder: string, since: Date): Promise<void> {
  const erased = await listErasures(db, [since]);
  if (erased.length === 0) return;
  await makeFolder(folder, 0o700);
  const file = join(folder, ERASED_ACCOUNTS);
  const listed = new Set(erasedUsersIn(await readFile(file, 'utf8').catch(() => '')));
  const lines = erased
    .filter(({ id }) => !listed.has(id))
    .map(({ id, erased_at }) => `${id} ${erased_at.toISOString()}\n`);
  if (lines.length > 0) await appendFile(file, lines.join(''), { mode: 0o600, flush: true });
}
