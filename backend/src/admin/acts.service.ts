import type { AdminActWord } from '@flyerdeck/contracts';
import type { EntityManager } from 'typeorm';

interface Act {
  readonly adminId: string;
  /** Whom it was done to. */
  readonly targetId: string;
  readonly act: AdminActWord;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Writes an act on a user down, in the transaction that does it: neither is ever there without the other. */
export async function recordAct(manager: EntityManager, { adminId, targetId, act, details = {} }: Act): Promise<void> {
  await manager.query('INSERT INTO admin_acts (admin_id, target_id, act, details) VALUES ($1, $2, $3, $4)', [
    adminId,
    targetId,
    act,
    JSON.stringify(details),
  ]);
}
