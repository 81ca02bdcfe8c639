import { DOWNLOAD_TICKET_SECONDS, type DownloadTicket, type ExportBody } from '@flyerdeck/contracts';
import { type Db, statement } from '../../database/statement.ts';
import { badRequest, gone, unauthorized } from '../http/errors.ts';
import type { SignedInUser } from '../http/mountEndpoint.ts';
import { isTimeZone } from '../http/timeZone.ts';
import { hashSecret, newSecret } from '../security/secrets.ts';

/** No row if the user is not active. A ticket for admins is an audit event, because its file has data of all users. */
const insertTicket = statement<
  { expires_at: Date },
  [Buffer, userId: string, name: string, parameters: string, sessionHash: Buffer, isForAdmins: boolean]
>(
  `WITH stale AS (DELETE FROM download_tickets WHERE expires_at <= now()),
  audit_event AS (
    INSERT INTO audit_events (admin_id, event, details)
    SELECT $2::uuid, 'exported', jsonb_build_object('export', $3::text, 'parameters', $4::jsonb) WHERE $6::boolean
  )
  INSERT INTO download_tickets (ticket_hash, admin_id, export_name, parameters, session_hash, expires_at)
  SELECT $1, id, $3::text, $4::jsonb, $5, now() + interval '${DOWNLOAD_TICKET_SECONDS} seconds'
  FROM users WHERE id = $2::uuid AND is_active
  RETURNING expires_at`,
);

export type Ticket = {
  readonly ownerId: string;
  readonly name: string;
  readonly parameters: unknown;
  readonly isActive: boolean;
  readonly isAdmin: boolean;
  readonly isInSession: boolean;
};

const selectTicket = statement<Ticket, [Buffer]>(
  `SELECT t.admin_id AS "ownerId", t.export_name AS name, t.parameters, u.is_active AS "isActive", u.is_admin AS "isAdmin",
     EXISTS (SELECT FROM sessions s WHERE s.token_hash = t.session_hash AND s.ended_at IS NULL AND s.expires_at > now()) AS "isInSession"
   FROM download_tickets t JOIN users u ON u.id = t.admin_id WHERE t.ticket_hash = $1 AND t.expires_at > now()`,
);

/** Of concurrent downloads with the same ticket only one gets the row. */
const deleteTicket = statement<{ deleted: true }, [Buffer]>(
  'DELETE FROM download_tickets WHERE ticket_hash = $1 RETURNING true AS deleted',
);

type TicketOwner = Pick<SignedInUser, 'id' | 'sessionHash'>;

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

/** An audit event. */
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

/** The ticket stays valid. */
export async function findTicket(db: Db, ticket: string): Promise<Ticket> {
  const [found] = await selectTicket(db, [hashSecret(ticket)]);
  if (!found) throw downloadGone();
  return found;
}

export async function consumeTicket(db: Db, ticket: string): Promise<void> {
  const [deleted] = await deleteTicket(db, [hashSecret(ticket)]);
  if (!deleted) throw downloadGone();
}
