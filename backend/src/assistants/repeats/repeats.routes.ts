import * as contract from '@flyerdeck/contracts';
import type { Db } from '../../database/statement.ts';
import { readIdempotencyKey } from '../../http/jsonBody.ts';
import type { EndpointRouter } from '../../http/mountEndpoint.ts';
import { readAssistant } from '../assistants.query.ts';
import { copyAssistant } from '../copyAssistant.ts';
import { deleteRepeat, pauseRepeat, resumeRepeat, saveRepeat } from './repeats.service.ts';

/** Copies assistants, now or at the times of their repeats. */
export function mountRepeatsRoutes(endpoints: EndpointRouter): void {
  const answer = async (db: Db, ownerId: string, id: string, message: string) => ({
    message,
    assistant: await readAssistant(db, ownerId, id),
  });

  endpoints.mountInTransaction(contract.runAssistantAgain, async ({ db, user, params, ctx }) => {
    const copy = await copyAssistant(db, user.id, params.id, readIdempotencyKey(ctx));
    return answer(db, user.id, copy.id, 'A copy waits at the top of the list. Add it to the queue when it is ready.');
  });

  endpoints.mountInTransaction(contract.saveRepeat, async ({ db, user, params, body }) => {
    await saveRepeat(db, user.id, params.id, body);
    return answer(db, user.id, params.id, 'Repeat saved.');
  });

  for (const [endpoint, change, message] of [
    [contract.pauseRepeat, pauseRepeat, 'Repeat paused.'],
    [contract.resumeRepeat, resumeRepeat, 'Repeat resumed.'],
    [contract.deleteRepeat, deleteRepeat, 'Repeat deleted.'],
  ] as const) {
    endpoints.mountInTransaction(endpoint, async ({ db, user, params }) => {
      await change(db, user.id, params.id);
      return answer(db, user.id, params.id, message);
    });
  }
}
