import * as contract from '@flyerdeck/contracts';
import type { AppContext } from '../context.ts';
import { inTransaction } from '../database/transaction.ts';
import { conflict, notFound } from '../http/errors.ts';
import type { EndpointRouter } from '../http/mountEndpoint.ts';
import { beginCancellingOfAssistant } from '../postings/cancelPostings.query.ts';
import { requeuePictures } from '../postings/requeuePictures.query.ts';
import { listTasksOfAssistant } from '../tasks/tasks.query.ts';
import { addToQueue, forecast } from './addToQueue.ts';
import { presentAssistant } from './assistant.presenter.ts';
import { findAssistantRow, listAssistantRows } from './assistants.query.ts';
import * as service from './assistants.service.ts';
import { presentForecast } from './forecast.presenter.ts';

export function mountAssistantsRoutes(endpoints: EndpointRouter, { db, hints }: AppContext): void {
  const orNotFound = <T>(found: T | null): T => {
    if (found === null) throw notFound('assistant.not_found', 'There is no such assistant.');
    return found;
  };
  const row = async (ownerId: string, id: string) => orNotFound(await findAssistantRow(db, ownerId, id));
  const present = async (ownerId: string, id: string) => presentAssistant(await row(ownerId, id));

  endpoints.mount(contract.listAssistants, async ({ user, query }) =>
    (await listAssistantRows(db, user.id, query.searchQuery?.trim() ?? '')).map(presentAssistant),
  );

  endpoints.mount(contract.createAssistant, async ({ user, body }) => {
    const assistant = await inTransaction(db, (db) => service.createAssistant(db, user.id, body?.name ?? ''));
    return present(user.id, assistant.id);
  });

  endpoints.mount(contract.updateAssistant, async ({ user, params, body }) => {
    await inTransaction(db, (db) => service.updateAssistant(db, user.id, params.id, body));
    return present(user.id, params.id);
  });

  endpoints.mount(contract.deleteAssistant, async ({ user, params }) => {
    await inTransaction(db, (db) => service.deleteAssistant(db, user.id, params.id));
    await beginCancellingOfAssistant(db, params.id);
  });

  endpoints.mount(contract.forecastAssistant, async ({ user, params }) => {
    return presentForecast(await forecast(db, user.id, params.id), new Date());
  });

  endpoints.mount(contract.addToQueue, async ({ user, params }) => {
    const postings = await inTransaction(db, (db) => addToQueue(db, user.id, params.id));
    return {
      message: `${postings} posting${postings === 1 ? '' : 's'} added to the queue.`,
      postings,
      assistant: await present(user.id, params.id),
    };
  });

  endpoints.mount(contract.pauseAssistant, async ({ user, params }) => {
    const { pending, posting } = await row(user.id, params.id);
    await inTransaction(db, (db) => service.pauseAssistant(db, user.id, params.id, pending + posting > 0));
    return { message: 'Assistant paused.', assistant: await present(user.id, params.id) };
  });

  endpoints.mount(contract.resumeAssistant, async ({ user, params }) => {
    await inTransaction(db, (db) => service.resumeAssistant(db, user.id, params.id));
    return { message: 'Assistant resumed.', assistant: await present(user.id, params.id) };
  });

  endpoints.mount(contract.processScreenshots, async ({ user, params }) => {
    const { posted, completed } = await row(user.id, params.id);
    if (posted + completed === 0) {
      throw conflict('assistant.nothing_posted', 'Nothing of this assistant has been posted yet.');
    }
    const pictures = await requeuePictures(db, params.id);
    hints.send('screenshots');
    return { message: 'Screenshot processing requested.', pictures };
  });

  endpoints.mount(contract.listAssistantTasks, async ({ user, params, query }) => {
    return orNotFound(await listTasksOfAssistant(db, user.id, params.id, query.status === 'archived'));
  });
}
