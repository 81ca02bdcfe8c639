import type { DownloadTicket, ExportBody } from '@flyerdeck/contracts';
import type { Db } from '../database/statement.ts';
import { badRequest, forbidden, gone, unauthorized } from '../http/errors.ts';
import type { SignedInUser } from '../http/mountEndpoint.ts';
import { hashSecret, newSecret } from '../http/secrets.ts';
import { isTimeZone } from '../http/timeZone.ts';
import { deleteTicket, insertOwnTicket, insertTicket, selectTicket, type Ticket } from './tickets.query.ts';

/** A ticket works as long as the session in which it was issued. */
export type TicketOwner = Pick<SignedInUser, 'id' | 'sessionHash'>;

/**
 * Prepares a file and returns the URL from which it can be downloaded once.
 * Throws 400 for an unknown time zone.
 */
export async function issueDownloadTicket(
  db: Db,
  admin: TicketOwner,
  { list, ...parameters }: ExportBody,
): Promise<DownloadTicket> {
  const { time_zone: timeZone } = parameters as { readonly time_zone?: string };
  if (timeZone !== undefined && !isTimeZone(timeZone)) {
    throw badRequest('invalid_request', `'${timeZone}' is not the name of a time zone.`);
  }
  // It is an audit event: the file has data of many users.
  const ticket = newSecret();
  const [row] = await insertTicket(db, [
    hashSecret(ticket),
    admin.id,
    list,
    JSON.stringify(parameters),
    admin.sessionHash,
  ]);
  if (!row) throw new Error('The insert of a download ticket returned no row.');
  return { download_url: `/api/downloads/${ticket}`, expires_at: row.expires_at.toISOString() };
}

/** Throws 403 if the user is no active admin, and 410 for a ticket of another route, such as a user's own export. */
export function checkAdminTicket({ name, isActive, isAdmin }: Ticket, isForThisRoute: (name: string) => boolean): void {
  if (!isActive || !isAdmin) throw forbidden('download.not_allowed', 'Only admins may download this file.');
  if (!isForThisRoute(name)) throw downloadGone();
}

export const downloadGone = () =>
  gone('download.gone', 'This download has expired or was fetched already. Please export again.');

/** Reads a ticket, which stays valid. Throws 410 if it is used or expired. */
export async function findTicket(db: Db, ticket: string): Promise<Ticket> {
  const [found] = await selectTicket(db, [hashSecret(ticket)]);
  if (!found) throw downloadGone();
  return found;
}

/** A ticket for a file of the user's own data. `name` tells what it is for. Throws 401 if the account is not active. */
export async function issueOwnTicket(
  db: Db,
  user: TicketOwner,
  name: string,
  parameters: object = {},
): Promise<{ ticket: string; expiresAt: Date }> {
  const ticket = newSecret();
  const [row] = await insertOwnTicket(db, [
    hashSecret(ticket),
    user.id,
    name,
    JSON.stringify(parameters),
    user.sessionHash,
  ]);
  if (!row) throw unauthorized('auth.invalid', 'Your session has ended. Please sign in again.');
  return { ticket, expiresAt: row.expires_at };
}

/** Throws 410 for a ticket that issueOwnTicket did not issue with this name, and 403 if the user is not active. */
export function checkOwnTicket({ name, isActive }: Ticket, expectedName: string): void {
  if (name !== expectedName) throw downloadGone();
  if (!isActive) throw forbidden('download.not_allowed', 'This account is deactivated.');
}

/** Deletes a ticket, so that it can not be used again. Throws 410 if another download has used it. */
export async function consumeTicket(db: Db, ticket: string): Promise<void> {
  const [deleted] = await deleteTicket(db, [hashSecret(ticket)]);
  if (!deleted) throw downloadGone();
}
