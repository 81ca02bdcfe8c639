import * as contract from '@flyerdeck/contracts';
import type { Db } from '../../database/statement.ts';
import type { EndpointRouter } from '../../server/http/mountEndpoint.ts';
import { readAssistant } from '../assistants.query.ts';
import { deleteRepeat, pauseRepeat, saveRepeat } from './repeats.service.ts';

export function mountRepeatsRoutes(endpoints: EndpointRouter): void {
  const answer = async (db: Db, ownerId: string, id: string, message: string) => ({
    message,
    assistant: await readAssistant(db, ownerId, id),
  });

  endpoints.mountInTransaction(contract.saveRepeat, async ({ db, user, params, body }) => {
    await saveRepeat(db, user.id, params.id, body);
    return answer(db, user.id, params.id, 'Repeat saved.');
  });

  endpoints.mountInTransaction(contract.pauseRepeat, async ({ db, user, params, body }) => {
    await pauseRepeat(db, user.id, params.id, body.is_paused);
    return answer(db, user.id, params.id, body.is_paused ? 'Repeat paused.' : 'Repeat resumed.');
  });

  endpoints.mountInTransaction(contract.deleteRepeat, async ({ db, user, params }) => {
    await deleteRepeat(db, user.id, params.id);
    return answer(db, user.id, params.id, 'Repeat deleted.');
  });
}
