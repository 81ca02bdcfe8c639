import { createAssistant, type Task, uploadTasks } from '@flyerdeck/contracts';
import { png } from '../../src/files/images.fixture.ts';
import type { TestServer } from '../testServer.ts';
import type { Person } from './people.testing.ts';

/** The multipart form of an upload. Descriptions are optional. */
export function flyerForm(files: readonly Buffer[], descriptions: readonly string[] = []): FormData {
  const form = new FormData();
  for (const [index, bytes] of files.entries()) {
    form.append('images', new Blob([new Uint8Array(bytes)]), `flyer-${index}.png`);
  }
  for (const description of descriptions) form.append('descriptions', description);
  return form;
}

export const makeAssistant = async (server: TestServer, { as }: Person, name = 'Spring') =>
  (await server.call(createAssistant, { as, body: { name } })).json;

/** A waiting assistant with one uploaded flyer for each description in `texts`. */
export async function makeAssistantWithFlyers(
  server: TestServer,
  owner: Person,
  texts: readonly string[] = ['One'],
): Promise<{ id: string; tasks: Task[] }> {
  const { _id: id } = await makeAssistant(server, owner);
  const body = flyerForm(await Promise.all(texts.map(() => png())), texts);
  const { json: tasks } = await server.call(uploadTasks, { as: owner.as, params: { id }, body });
  return { id, tasks };
}
