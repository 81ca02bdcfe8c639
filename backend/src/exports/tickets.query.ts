import { DOWNLOAD_TICKET_SECONDS } from '@flyerdeck/contracts';
import { statement } from '../database/statement.ts';

/** No row if the user is not active. A ticket for admins is an audit event, because its file has data of all users. */
export const insertTicket = statement<
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

export const selectTicket = statement<Ticket, [Buffer]>(
  `SELECT t.admin_id AS "ownerId", t.export_name AS name, t.parameters, u.is_active AS "isActive", u.is_admin AS "isAdmin",
     EXISTS (SELECT FROM sessions s WHERE s.token_hash = t.session_hash AND s.ended_at IS NULL AND s.expires_at > now()) AS "isInSession"
   FROM download_tickets t JOIN users u ON u.id = t.admin_id WHERE t.ticket_hash = $1 AND t.expires_at > now()`,
);

/** Of concurrent downloads with the same ticket only one gets the row. */
export const deleteTicket = statement<{ deleted: true }, [Buffer]>(
  'DELETE FROM download_tickets WHERE ticket_hash = $1 RETURNING true AS deleted',
);
