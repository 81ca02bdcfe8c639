import { randomUUID } from 'node:crypto';
import * as contract from '@flyerdeck/contracts';
import type { AppContext } from '../context.ts';
import { cancelFewOfAssistant } from '../postings/end/cancelPostings.query.ts';
import { requeueScreenshots } from '../postings/retry/requeueScreenshots.query.ts';
import { conflict } from '../server/http/errors.ts';
import type { EndpointRouter } from '../server/http/mountEndpoint.ts';
import {
  assistantNotFound,
  findAssistantRow,
  listAssistantRows,
  presentAssistant,
  readAssistant,
} from './assistants.query.ts';
import * as service from './assistants.service.ts';
import { copyAssistant } from './assistants.service.ts';
import { addToQueue } from './queueing/addToQueue.ts';
import { forecast, listedWordsOf, setListedWordsOf } from './queueing/forecast.ts';
import { listTextsForPages } from './queueing/queueing.query.ts';
import { queueSheet } from './sheets/sheets.service.ts';
import { listTasksOfAssistant } from './tasks/tasks.query.ts';

export function mountAssistantsRoutes(endpoints: EndpointRouter, { hints }: AppContext): void {
  endpoints.mount(contract.listAssistants, async ({ db, user, query }) =>
    (await listAssistantRows(db, [user.id, query.searchQuery?.trim() ?? ''])).map(presentAssistant),
  );

  endpoints.mountInTransaction(contract.createAssistant, async ({ db, user, body }) => {
    const { id } = body?.copy_of
      ? await copyAssistant(db, user.id, body.copy_of, body.copy_key ?? randomUUID())
      : await service.createAssistant(db, user.id, body?.name ?? '');
    return readAssistant(db, user.id, id);
  });

  endpoints.mountInTransaction(contract.updateAssistant, async ({ db, user, params, body }) => {
    await service.updateAssistant(db, user.id, params.id, body);
    return readAssistant(db, user.id, params.id);
  });

  endpoints.mountInTransaction(contract.deleteAssistant, async ({ db, user, params, afterCommit }) => {
    await service.deleteAssistant(db, user.id, params.id);
    afterCommit((db) => cancelFewOfAssistant(db, params.id));
  });

  endpoints.mount(contract.getListedWords, async ({ db, user }) => ({ words: await listedWordsOf(db, user.id) }));

  endpoints.mount(contract.setListedWords, async ({ db, user, body }) => ({
    words: await setListedWordsOf(db, user.id, body.words),
  }));

  endpoints.mount(contract.forecastAssistant, async ({ db, user, params }) =>
    forecast(db, await service.findAssistant(db, user.id, params.id)),
  );

  endpoints.mount(contract.previewTexts, async ({ db, user, params, body }) => {
    const { postingRules: rules } = await service.findAssistant(db, user.id, params.id);
    return { texts: await listTextsForPages(db, [user.id, rules.target_pages, rules.target_tags, body.description]) };
  });

  endpoints.mountInTransaction(contract.addToQueue, async ({ db, user, params }) => {
    const postings = await addToQueue(db, user.id, params.id);
    const assistant = await readAssistant(db, user.id, params.id);
    const what = `${postings} posting${postings === 1 ? '' : 's'}`;
    const message = assistant.queueing ? `${what} are being added to the queue.` : `${what} added to the queue.`;
    return { message, postings, assistant };
  });

  endpoints.mountInTransaction(contract.queueSheet, ({ db, user, body }) => queueSheet(db, user.id, body));

  endpoints.mountInTransaction(contract.pauseAssistant, async ({ db, user, params }) => {
    const { pending, posting } = await findAssistantRow(db, user.id, params.id);
    await service.pauseAssistant(db, user.id, params.id, pending + posting > 0);
    return { message: 'Assistant paused.', assistant: await readAssistant(db, user.id, params.id) };
  });

  endpoints.mountInTransaction(contract.resumeAssistant, async ({ db, user, params }) => {
    await service.resumeAssistant(db, user.id, params.id);
    return { message: 'Assistant resumed.', assistant: await readAssistant(db, user.id, params.id) };
  });

  endpoints.mount(contract.processScreenshots, async ({ db, user, params }) => {
    const { posted, completed } = await findAssistantRow(db, user.id, params.id);
    if (posted + completed === 0) {
      throw conflict('assistant.nothing_posted', 'Nothing of this assistant has been posted yet.');
    }
    const screenshots = await requeueScreenshots(db, params.id);
    hints.send({ kind: 'screenshots' });
    return { message: 'Screenshot processing requested.', pictures: screenshots };
  });

  endpoints.mount(contract.listAssistantTasks, async ({ db, user, params, query }) => {
    const tasks = await listTasksOfAssistant(db, user.id, params.id, query.status === 'archived');
    if (!tasks) throw assistantNotFound();
    return tasks;
  });
}
