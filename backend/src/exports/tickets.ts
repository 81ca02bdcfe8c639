import type { DownloadTicket } from '@flyerdeck/contracts';
import type { Db } from '../database/statement.ts';
import { forbidden, gone } from '../http/errors.ts';
import { hashSecret, newSecret } from '../http/secrets.ts';
import type { CsvExport } from './csvExport.ts';
import { deleteTicket, insertTicket, selectTicket } from './tickets.query.ts';

/**
 * Prepares a file and returns the address from which it can be downloaded once.
 *
 *     endpoints.mount(exportUsers, ({ db, user, body }) => issueTicket(db, user.id, usersExport, body));
 *
 * The export must be passed to `mountDownloadsRoutes` in `app.ts`.
 */
export async function issueTicket<Parameters>(
  db: Db,
  adminId: string,
  csvExport: CsvExport<Parameters>,
  parameters: Parameters,
): Promise<DownloadTicket> {
  const ticket = newSecret();
  const [row] = await insertTicket(db, [hashSecret(ticket), adminId, csvExport.name, JSON.stringify(parameters)]);
  if (!row) throw new Error('a ticket was not stored');
  return { download_url: `/api/downloads/${ticket}`, expires_at: row.expires_at.toISOString() };
}

const spentTicket = () =>
  gone('download.gone', 'This download has expired or was fetched already. Please export again.');

/** The ticket stays valid. Throws 403 when its user is not an admin any more, 410 when it is used or expired. */
export async function findTicket(db: Db, ticket: string) {
  const [found] = await selectTicket(db, [hashSecret(ticket)]);
  if (!found) throw spentTicket();
  if (!found.is_allowed) throw forbidden('download.not_allowed', 'Only admins may download this file.');
  return found;
}

/** Uses up the ticket. Throws 410 when another download has used it. */
export async function spendTicket(db: Db, ticket: string): Promise<void> {
  const [spent] = await deleteTicket(db, [hashSecret(ticket)]);
  if (!spent) throw spentTicket();
}
