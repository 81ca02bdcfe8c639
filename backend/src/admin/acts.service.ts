import type { AdminActWord } from '@flyerdeck/contracts';
import type { Db } from '../database/statement.ts';
import { AuditEvent } from './auditEvent.entity.ts';

interface Act {
  readonly adminId: string;
  /** The user it was done to. */
  readonly targetId: string;
  readonly act: AdminActWord;
  readonly details?: object;
}

/** Records what an admin did to a user, in the transaction that does it: either both are committed or neither. */
export async function recordAct(db: Db, act: Act): Promise<void> {
  await db.insert(AuditEvent, act);
}
