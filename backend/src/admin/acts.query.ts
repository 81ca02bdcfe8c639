import { ADMIN_ACTS_SHOWN, type AdminAct } from '@flyerdeck/contracts';
import { statement } from '../database/statement.ts';

export type ActRow = {
  id: string;
  act: AdminAct['act'];
  details: AdminAct['details'];
  at: Date;
  admin_telegram_id: string | null;
  admin_name: string | null;
};

/** The latest acts on the user $1, newest first. */
export const listActRows = statement<ActRow, [string]>(
  'admin_acts_on_user',
  `SELECT c.id, c.act, c.details, c.at, a.telegram_id AS admin_telegram_id,
     coalesce(nullif(trim(a.first_name || ' ' || a.last_name), ''), a.username) AS admin_name
   FROM admin_acts c LEFT JOIN users a ON a.id = c.admin_id
   WHERE c.target_id = $1 ORDER BY c.seq DESC LIMIT ${ADMIN_ACTS_SHOWN}`,
);
