import { DOWNLOAD_TICKET_SECONDS, type DownloadTicket } from '@flyerdeck/contracts';
import type { Pool } from 'pg';
import type { AppContext } from '../context.ts';
import { statement } from '../database/statement.ts';
import { forbidden, gone } from '../http/errors.ts';
import { hashSecret, newSecret } from '../http/secrets.ts';
import type { CsvExport } from './csvExport.ts';

const insertTicket = statement<{ expires_at: Date }, [Buffer, string, string, string]>(
  'issue_download_ticket',
  // In the audit too: a file contains everybody's data.
  `WITH stale AS (DELETE FROM download_tickets WHERE expires_at <= now()),
  act AS (
    INSERT INTO admin_acts (admin_id, act, details)
    VALUES ($2::uuid, 'exported', jsonb_build_object('export', $3::text, 'parameters', $4::jsonb))
  )
  INSERT INTO download_tickets (ticket_hash, admin_id, export_name, parameters, expires_at)
  VALUES ($1, $2::uuid, $3::text, $4::jsonb, now() + interval '${DOWNLOAD_TICKET_SECONDS} seconds') RETURNING expires_at`,
);

/**
 * Prepares a file and returns the address from which it can be downloaded once.
 *
 *     endpoints.mount(exportUsers, ({ user, body }) => issueTicket(context, user.id, usersExport, body));
 *
 * The export must be in `exportList.ts`.
 */
export async function issueTicket<Parameters>(
  { pool }: Pick<AppContext, 'pool'>,
  adminId: string,
  csvExport: CsvExport<Parameters>,
  parameters: Parameters,
): Promise<DownloadTicket> {
  const ticket = newSecret();
  const [row] = await insertTicket(pool, [hashSecret(ticket), adminId, csvExport.name, JSON.stringify(parameters)]);
  if (!row) throw new Error('a ticket was not stored');
  return { download_url: `/api/downloads/${ticket}`, expires_at: row.expires_at.toISOString() };
}

interface RedeemedTicket {
  readonly export_name: string;
  readonly parameters: unknown;
}

/** Spent by the statement that checks it: of two downloads with one ticket only one gets the file. */
const redeem = statement<{ known: boolean; redeemed: RedeemedTicket | null }, [Buffer]>(
  'redeem_download_ticket',
  `WITH redeemed AS (
    DELETE FROM download_tickets t USING users u
    WHERE t.ticket_hash = $1 AND t.expires_at > now() AND u.id = t.admin_id AND u.is_active AND u.is_admin
    RETURNING t.export_name, t.parameters
  )
  SELECT EXISTS (SELECT FROM download_tickets WHERE ticket_hash = $1 AND expires_at > now()) AS known,
    (SELECT row_to_json(redeemed) FROM redeemed) AS redeemed`,
);

const ticketOwner = statement<{ admin_id: string }, [Buffer]>(
  'download_ticket_owner',
  'SELECT admin_id FROM download_tickets WHERE ticket_hash = $1 AND expires_at > now()',
);

const spentTicket = () =>
  gone('download.gone', 'This download has expired or was fetched already. Please export again.');

/** The id of the admin who prepared the file; the ticket stays valid. Throws 410 when it is spent. */
export async function ownerOfTicket(pool: Pool, ticket: string): Promise<string> {
  const [row] = await ticketOwner(pool, [hashSecret(ticket)]);
  if (!row) throw spentTicket();
  return row.admin_id;
}

/** Spends the ticket and returns its contents. Throws 403 when its admin is no admin any more, 410 when it is spent. */
export async function redeemTicket(pool: Pool, ticket: string): Promise<RedeemedTicket> {
  const [row] = await redeem(pool, [hashSecret(ticket)]);
  if (row?.redeemed) return row.redeemed;
  if (row?.known) throw forbidden('download.not_allowed', 'Only admins may download this file.');
  throw spentTicket();
}
