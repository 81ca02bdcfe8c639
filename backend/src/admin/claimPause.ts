import { setClaimPause } from '@flyerdeck/contracts';
import { User } from '../auth/user.entity.ts';
import type { Hints } from '../database/hints.ts';
import type { Db } from '../database/statement.ts';
import type { EndpointRouter } from '../http/mountEndpoint.ts';
import { lockClaims, setPause } from '../queue/claimPause.query.ts';
import { AuditEvent } from './auditEvent.entity.ts';
import { checkAdmin } from './lockAdminAndTarget.ts';

/** Returns whether the call changed something. Throws as checkAdmin does. */
async function changePause(db: Db, adminId: string, sentence: string | null): Promise<boolean> {
  // Before any row: a claim holds this lock while it waits for the row of its owner.
  await lockClaims(db, []);
  const lock = { mode: 'for_no_key_update' } as const;
  checkAdmin((await db.findOne(User, { where: { id: adminId }, lock })) ?? undefined);
  const [changed] = await setPause(db, [adminId, sentence]);
  if (!changed) return false;
  const event = sentence === null ? 'claims_resumed' : 'claims_paused';
  await db.insert(AuditEvent, { adminId, event, details: sentence === null ? {} : { description: sentence } });
  return true;
}

/** The pause of all claims, for example while the creator site has an outage (decision 0073). */
export function mountClaimPauseRoutes(endpoints: EndpointRouter, hints: Hints): void {
  endpoints.mountInTransaction(setClaimPause, async ({ db, user, body, afterCommit }) => {
    const sentence = body.sentence?.trim() ?? null;
    const hasChanged = await changePause(db, user.id, sentence);
    if (hasChanged && sentence === null) afterCommit(() => hints.send({ kind: 'claims_resumed' }));
  });
}
