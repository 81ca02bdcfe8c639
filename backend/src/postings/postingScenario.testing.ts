import { deviceOf } from '../../test/deviceCalls.ts';
import { buildPage, buildQueuedAssistant, buildUser } from '../../test/factories.ts';
import type { Db } from '../database/statement.ts';

/** Creates a user with posting on, one page, and a queued assistant that posts the flyers on that page. */
export async function buildPostingScenario(db: Db, flyers = ['a']) {
  const owner = await buildUser(db, { posting: true });
  const page = await buildPage(db, owner.id);
  const assistant = await buildQueuedAssistant(db, owner.id, { pages: [page], flyers });
  return { owner, page, assistant, taskId: assistant.taskIds[0] as string, device: deviceOf(db, page) };
}
