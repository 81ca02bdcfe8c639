import { deviceOf } from '../../test/deviceCalls.ts';
import { buildPage, buildQueuedAssistant, buildUser } from '../../test/factories.ts';
import type { Db } from '../database/statement.ts';
import { requestLink } from '../pages/devices.service.ts';
import { linkPage } from '../pages/linking/linking.service.ts';

/** Creates a user with posting on, one page, and a queued assistant that posts the flyers on that page. */
export async function buildPostingScenario(db: Db, flyers = ['a']) {
  const owner = await buildUser(db, { posting: true });
  const page = await buildPage(db, owner.id);
  const assistant = await buildQueuedAssistant(db, owner.id, { pages: [page], flyers });
  return { owner, page, assistant, taskId: assistant.taskIds[0] as string, device: deviceOf(db, page) };
}

/** Links the page to another device, which replaces the one that it has. */
export async function relink(on: Db, { owner, page }: Awaited<ReturnType<typeof buildPostingScenario>>): Promise<void> {
  const [{ creator_id }]: [{ creator_id: string }] = await on.query('SELECT creator_id FROM pages WHERE guid = $1', [
    page.guid,
  ]);
  const requested = { creator_id, name: 'Page', username: 'page', avatar_url: null };
  const { linkingToken } = await requestLink(on, { page: requested, extensionVersion: '1.0.0' });
  await linkPage(on, { ownerId: owner.id, token: linkingToken, confirmReplace: true });
}
