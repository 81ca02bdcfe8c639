import type { AdminAct } from '@flyerdeck/contracts';
import type { ActRow } from './acts.query.ts';

export const presentAct = (row: ActRow): AdminAct => ({
  id: row.id,
  act: row.act,
  admin_telegram_id: row.admin_telegram_id,
  admin_name: row.admin_name ?? 'Product settings',
  details: row.details,
  at: row.at.toISOString(),
});
