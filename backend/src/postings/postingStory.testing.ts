import type { DataSource } from 'typeorm';
import { deviceOf } from '../../test/deviceCalls.ts';
import { buildPage, buildQueuedAssistant, buildUser } from '../../test/factories.ts';

/** Somebody with posting on and one page, on which the flyers wait in line. */
export async function tellStory(dataSource: DataSource, flyers = ['a']) {
  const owner = await buildUser(dataSource, { posting: true });
  const page = await buildPage(dataSource, owner.id);
  const assistant = await buildQueuedAssistant(dataSource, owner.id, { pages: [page], flyers });
  return { owner, page, assistant, taskId: assistant.taskIds[0] as string, device: deviceOf(dataSource, page) };
}
