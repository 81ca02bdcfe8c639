import { DOWNLOAD_TICKET_SECONDS } from '@flyerdeck/contracts';
import { statement } from '../database/statement.ts';

export const insertTicket = statement<{ expires_at: Date }, [Buffer, string, string, string]>(
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

export interface RedeemedTicket {
  readonly export_name: string;
  readonly parameters: unknown;
}

/** Spent by the statement that checks it: of two downloads with one ticket only one gets the file. */
export const redeem = statement<{ known: boolean; redeemed: RedeemedTicket | null }, [Buffer]>(
  'redeem_download_ticket',
  `WITH redeemed AS (
    DELETE FROM download_tickets t USING users u
    WHERE t.ticket_hash = $1 AND t.expires_at > now() AND u.id = t.admin_id AND u.is_active AND u.is_admin
    RETURNING t.export_name, t.parameters
  )
  SELECT EXISTS (SELECT FROM download_tickets WHERE ticket_hash = $1 AND expires_at > now()) AS known,
    (SELECT row_to_json(redeemed) FROM redeemed) AS redeemed`,
);

export const ticketOwner = statement<{ admin_id: string }, [Buffer]>(
  'download_ticket_owner',
  'SELECT admin_id FROM download_tickets WHERE ticket_hash = $1 AND expires_at > now()',
);
