import type { DownloadTicket } from '@flyerdeck/contracts';
import type { Db } from '../database/statement.ts';
import { badRequest, forbidden, gone, unauthorized } from '../http/errors.ts';
import { hashSecret, newSecret } from '../http/secrets.ts';
import { isTimeZone } from '../http/timeZone.ts';
import type { CsvExport } from './csvExport.ts';
import { deleteTicket, insertOwnTicket, insertTicket, selectTicket } from './tickets.query.ts';

/**
 * Prepares a file and returns the URL from which it can be downloaded once.
 *
 *     endpoints.mount(exportUsers, ({ db, user, body }) => issueDownloadTicket(db, user.id, usersExport, body));
 *
 * The export must be in the list that `app.ts` gives to `mountDownloadsRoutes`. Throws 400 for an unknown time zone.
 */
export async function issueDownloadTicket<Parameters extends object>(
  db: Db,
  adminId: string,
  csvExport: CsvExport<Parameters>,
  parameters: Parameters,
): Promise<DownloadTicket> {
  const { time_zone: timeZone } = parameters as { readonly time_zone?: string };
  if (timeZone !== undefined && !isTimeZone(timeZone)) {
    throw badRequest('invalid_request', `'${timeZone}' is not the name of a time zone.`);
  }
  const ticket = newSecret();
  const [row] = await insertTicket(db, [hashSecret(ticket), adminId, csvExport.name, JSON.stringify(parameters)]);
  if (!row) throw new Error('The insert of a download ticket returned no row.');
  return { download_url: `/api/downloads/${ticket}`, expires_at: row.expires_at.toISOString() };
}

export const downloadGone = () =>
  gone('download.gone', 'This download has expired or was fetched already. Please export again.');

/** Reads a ticket, which stays valid. Throws 403 if its user is no longer an active admin, 410 if it is used or expired. */
export async function findTicket(db: Db, ticket: string) {
  const [found] = await selectTicket(db, [hashSecret(ticket)]);
  if (!found) throw downloadGone();
  if (!found.is_active || !found.is_admin) {
    throw forbidden('download.not_allowed', 'Only admins may download this file.');
  }
  return found;
}

/** A ticket for a file of the user's own data. `name` tells what it is for. Throws 401 if the account is not active. */
export async function issueOwnTicket(
  db: Db,
  userId: string,
  name: string,
  parameters: object = {},
): Promise<{ ticket: string; expiresAt: Date }> {
  const ticket = newSecret();
  const [row] = await insertOwnTicket(db, [hashSecret(ticket), userId, name, JSON.stringify(parameters)]);
  if (!row) throw unauthorized('auth.invalid', 'Your session has ended. Please sign in again.');
  return { ticket, expiresAt: row.expires_at };
}

export interface OwnTicket {
  readonly ownerId: string;
  readonly parameters: unknown;
}

/** Reads a ticket of issueOwnTicket. Throws 403 if the user is not active, 410 if the ticket is used, expired or another one. */
export async function findOwnTicket(db: Db, ticket: string, name: string): Promise<OwnTicket> {
  const [found] = await selectTicket(db, [hashSecret(ticket)]);
  if (found?.export_name !== name) throw downloadGone();
  if (!found.is_active) throw forbidden('download.not_allowed', 'This account is deactivated.');
  return { ownerId: found.admin_id, parameters: found.parameters };
}

/** Deletes a ticket, so that it can not be used again. Throws 410 if another download has used it. */
export async function consumeTicket(db: Db, ticket: string): Promise<void> {
  const [deleted] = await deleteTicket(db, [hashSecret(ticket)]);
  if (!deleted) throw downloadGone();
}
