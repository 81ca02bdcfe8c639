import { randomUUID } from 'node:crypto';
import {
  addToQueue,
  deleteTask,
  getImage,
  listAssistantTasks,
  MAX_FLYER_BYTES_PER_USER,
  MAX_FLYERS_PER_ASSISTANT,
  MAX_IMAGE_BYTES,
  NO_RULES,
  reorderTasks,
  updateAssistant,
  updateTask,
  uploadTasks,
} from '@flyerdeck/contracts';
import { jpeg, png } from '../../src/files/images.fixture.ts';
import { buildPage, buildUsedSpace } from '../factories.ts';
import { useTestServer } from '../testServer.ts';
import { describeCall } from './describeCall.testing.ts';
import { flyerForm, makeAssistant, makeAssistantWithFlyers } from './flyers.testing.ts';
import { type Person, signUp } from './people.testing.ts';
import { fillOn } from './userLimits.testing.ts';

const server = useTestServer();
const notWaiting = {
  code: 'assistant.not_waiting',
  sentence: 'Flyers can only be changed while the assistant is waiting.',
};

const flyersOf = async ({ as }: Person, id: string) =>
  (await server.call(listAssistantTasks, { as, params: { id } })).json;

async function ownFlyers(...texts: string[]) {
  const owner = await signUp(server);
  const { id, tasks } = await makeAssistantWithFlyers(server, owner, texts);
  return { owner, id, tasks, taskIds: tasks.map(({ _id }) => _id) };
}

/** As ownFlyers, with the assistant added to the queue. */
async function queuedFlyers(...texts: string[]) {
  const made = await ownFlyers(...texts);
  const { owner, id } = made;
  const page = await buildPage(server.context.db, owner.id);
  const posting_rules = { ...NO_RULES, target_pages: [page.guid] };
  await server.call(updateAssistant, { as: owner.as, params: { id }, body: { posting_rules } });
  await server.call(addToQueue, { as: owner.as, params: { id } });
  return made;
}

describeCall(server, uploadTasks, ({ succeeds, refuses }) => {
  const upload = async (form: FormData) => {
    const owner = await signUp(server);
    const { _id: id } = await makeAssistant(server, owner);
    return () => server.call(uploadTasks, { as: owner.as, params: { id }, body: form });
  };

  refuses('when the assistant would have more than 500 flyers', 'assistant.too_many_flyers', async () => {
    const owner = await signUp(server);
    const { _id: id } = await makeAssistant(server, owner);
    await fillOn(server).flyers(owner.id, id, MAX_FLYERS_PER_ASSISTANT - 1);
    // Pictures are stored by their hash, so this one is already stored and the refused call adds no row.
    const body = flyerForm([await png(), await png()]);
    const other = await makeAssistant(server, owner);
    await server.call(uploadTasks, { as: owner.as, params: { id: other._id }, body: flyerForm([await png()]) });
    return () => server.call(uploadTasks, { as: owner.as, params: { id }, body });
  });

  succeeds('adds flyers after the existing ones, in the order of the files', async () => {
    const { owner, id } = await ownFlyers('One');
    const body = flyerForm([await png(), await jpeg()], ['Two', 'Three']);
    const answer = await server.call(uploadTasks, { as: owner.as, params: { id }, body });
    expect(answer.json).toMatchObject([
      { description: 'Two', sequence_order: 1, status: 'waiting', assistant_name: 'Spring' },
      { description: 'Three', sequence_order: 2 },
    ]);
    expect((await flyersOf(owner, id)).map(({ description }) => description)).toEqual(['One', 'Two', 'Three']);
  });

  refuses('when the assistant is queued', notWaiting, async () => {
    const { owner, id } = await queuedFlyers('One');
    const body = flyerForm([await png()]);
    return () => server.call(uploadTasks, { as: owner.as, params: { id }, body });
  });

  refuses('when a picture has more than 10 MB', 'file.too_large', async () =>
    upload(flyerForm([await png(), Buffer.alloc(MAX_IMAGE_BYTES + 1)])),
  );

  refuses('when there are more than 20 pictures', 'file.too_many', async () => {
    const picture = await png();
    return upload(flyerForm(Array.from({ length: 21 }, () => picture)));
  });

  refuses('when one of the files is not a picture', 'file.not_an_image', async () =>
    upload(flyerForm([await png(), Buffer.from('<svg onload="alert(1)"/>')])),
  );

  refuses('when the storage quota of the user is used up', 'file.quota_exceeded', async () => {
    const owner = await signUp(server);
    const { _id: id } = await makeAssistant(server, owner);
    const picture = await png();
    await buildUsedSpace(server.context.db, owner.id, MAX_FLYER_BYTES_PER_USER);
    return () => server.call(uploadTasks, { as: owner.as, params: { id }, body: flyerForm([picture]) });
  });

  refuses('without a file', 'file.missing', async () => upload(flyerForm([], ['Text'])));

  refuses('when the numbers of descriptions and pictures differ', 'file.descriptions_mismatch', async () =>
    upload(flyerForm([await png(), await png()], ['One'])),
  );

  refuses('when the body is not a form', 'request.unsupported_type', async () => {
    const owner = await signUp(server);
    const { _id: id } = await makeAssistant(server, owner);
    return () => server.call(uploadTasks, { as: owner.as, params: { id }, body: { descriptions: [] } });
  });
});

describeCall(server, listAssistantTasks, ({ succeeds }) => {
  succeeds('lists the active tasks, or the archived ones', async () => {
    const { owner, id, taskIds } = await ownFlyers('One', 'Two');
    await server.context.pool.query('UPDATE tasks SET archived_at = now() WHERE id = $1', [taskIds[0]]);
    const list = (query: { status?: 'active' | 'archived' }) =>
      server.call(listAssistantTasks, { as: owner.as, params: { id }, query });
    expect((await list({})).json.map(({ description }) => description)).toEqual(['Two']);
    expect((await list({ status: 'active' })).json.map(({ description }) => description)).toEqual(['Two']);
    const answer = await list({ status: 'archived' });
    expect(answer.json).toMatchObject([{ description: 'One', status: 'archived' }]);
  });
});

describeCall(server, updateTask, ({ succeeds, refuses }) => {
  succeeds('changes the description', async () => {
    const { owner, id, taskIds } = await ownFlyers('One', 'Two');
    const [first = ''] = taskIds;
    const body = { description: 'Uno\n\n🎉' };
    const answer = await server.call(updateTask, { as: owner.as, params: { id: first }, body });
    expect(answer.json).toMatchObject({ _id: first, ...body });
    expect((await flyersOf(owner, id)).map(({ description }) => description)).toEqual(['Uno\n\n🎉', 'Two']);
  });

  refuses('when the assistant is queued', notWaiting, async () => {
    const { owner, taskIds } = await queuedFlyers('One');
    const [id = ''] = taskIds;
    return () => server.call(updateTask, { as: owner.as, params: { id }, body: { description: 'Late' } });
  });
});

describeCall(server, deleteTask, ({ succeeds, refuses }) => {
  succeeds('deletes the task and renumbers the tasks after it', async () => {
    const { owner, id, taskIds } = await ownFlyers('One', 'Two', 'Three');
    await server.call(deleteTask, { as: owner.as, params: { id: taskIds[1] ?? '' } });
    expect(await flyersOf(owner, id)).toMatchObject([
      { description: 'One', sequence_order: 0 },
      { description: 'Three', sequence_order: 1 },
    ]);
  });

  refuses('when the assistant is queued', notWaiting, async () => {
    const { owner, taskIds } = await queuedFlyers('One');
    return () => server.call(deleteTask, { as: owner.as, params: { id: taskIds[0] ?? '' } });
  });
});

describeCall(server, reorderTasks, ({ succeeds, refuses }) => {
  succeeds('puts the flyers in the new order', async () => {
    const { owner, id, taskIds } = await ownFlyers('One', 'Two', 'Three');
    const [one = '', two = '', three = ''] = taskIds;
    const body = { task_ids: [three, one, two] };
    const answer = await server.call(reorderTasks, { as: owner.as, params: { id }, body });
    expect(answer.json.map(({ description }) => description)).toEqual(['Three', 'One', 'Two']);
    expect(await flyersOf(owner, id)).toEqual(answer.json);
  });

  refuses('when the assistant is queued', notWaiting, async () => {
    const { owner, id, taskIds } = await queuedFlyers('One', 'Two');
    return () => server.call(reorderTasks, { as: owner.as, params: { id }, body: { task_ids: taskIds.toReversed() } });
  });

  const brokenOrders: Record<string, (taskIds: string[]) => string[]> = {
    'lacks a flyer': (taskIds) => taskIds.slice(1),
    'names one twice': (taskIds) => [...taskIds, taskIds[0] ?? ''],
    'names one of another assistant': (taskIds) => [...taskIds.slice(1), randomUUID()],
  };
  for (const [how, broken] of Object.entries(brokenOrders)) {
    refuses(`when the order ${how}`, 'task.order_mismatch', async () => {
      const { owner, id, taskIds } = await ownFlyers('One', 'Two');
      return () => server.call(reorderTasks, { as: owner.as, params: { id }, body: { task_ids: broken(taskIds) } });
    });
  }
});

describeCall(server, getImage, ({ succeeds }) => {
  const fileOf = async (picture: Buffer) => {
    const owner = await signUp(server);
    const { _id: id } = await makeAssistant(server, owner);
    const { json } = await server.call(uploadTasks, { as: owner.as, params: { id }, body: flyerForm([picture]) });
    return json[0]?.file_id ?? '';
  };

  succeeds('returns the picture unchanged and cacheable for a year, without authentication', async () => {
    const picture = await png(300, 200);
    const answer = await server.call(getImage, { params: { file_id: await fileOf(picture) } });
    expect(answer.bytes.equals(picture)).toBe(true);
    expect(answer.headers.get('Content-Type')).toBe('image/png');
    expect(answer.headers.get('Cache-Control')).toBe('private, max-age=31536000, immutable');
  });
});
