import type { DownloadTicket, ExportBody } from '@flyerdeck/contracts';
import type { Db } from '../database/statement.ts';
import { badRequest, gone, unauthorized } from '../http/errors.ts';
import type { SignedInUser } from '../http/mountEndpoint.ts';
import { hashSecret, newSecret } from '../http/secrets.ts';
import { isTimeZone } from '../http/timeZone.ts';
import { deleteTicket, insertTicket, selectTicket, type Ticket } from './tickets.query.ts';

type TicketOwner = Pick<SignedInUser, 'id' | 'sessionHash'>;

/** Throws 401 if the account is not active. */
async function issueTicket(
  db: Db,
  { id, sessionHash }: TicketOwner,
  name: string,
  parameters: object,
  isForAdmins: boolean,
): Promise<DownloadTicket> {
  const ticket = newSecret();
  const values = [hashSecret(ticket), id, name, JSON.stringify(parameters), sessionHash, isForAdmins] as const;
  const [row] = await insertTicket(db, [...values]);
  if (!row) throw unauthorized('auth.invalid', 'Your session has ended. Please sign in again.');
  return { download_url: `/api/downloads/${ticket}`, expires_at: row.expires_at.toISOString() };
}

/** An audit event. Throws 400 for an unknown time zone. */
export async function issueAdminTicket(
  db: Db,
  admin: TicketOwner,
  { list, ...parameters }: ExportBody,
): Promise<DownloadTicket> {
  const { time_zone: timeZone } = parameters as { readonly time_zone?: string };
  if (timeZone !== undefined && !isTimeZone(timeZone)) {
    throw badRequest('invalid_request', `'${timeZone}' is not the name of a time zone.`);
  }
  return issueTicket(db, admin, list, parameters, true);
}

export const issueOwnTicket = (db: Db, user: TicketOwner, name: string, parameters: object = {}) =>
  issueTicket(db, user, name, parameters, false);

export const downloadGone = () =>
  gone('download.gone', 'This download has expired or was fetched already. Please export again.');

/** The ticket stays valid. Throws 410 if it is used or expired. */
export async function findTicket(db: Db, ticket: string): Promise<Ticket> {
  const [found] = await selectTicket(db, [hashSecret(ticket)]);
  if (!found) throw downloadGone();
  return found;
}

/** Throws 410 if another download has used it. */
export async function consumeTicket(db: Db, ticket: string): Promise<void> {
  const [deleted] = await deleteTicket(db, [hashSecret(ticket)]);
  if (!deleted) throw downloadGone();
}
