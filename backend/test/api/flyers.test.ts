import { deleteTask, getImage, listAssistantTasks, MAX_FLYER_BYTES_PER_USER, MAX_IMAGE_BYTES, reorderTasks, updateTask, uploadTasks } from '@flyerdeck/contracts';
import { jpeg, png } from '../../src/files/images.fixture.ts';
import { buildUsedSpace } from '../factories.ts';
import { useTestServer } from '../testServer.ts';
import { describeCall } from './describeCall.testing.ts';
import { flyerForm, makeAssistant, makeAssistantWithFlyers } from './flyers.testing.ts';
import { type Person, signUp } from './people.testing.ts';

const server = useTestServer();

const flyersOf = async ({ as }: Person, id: string) =>
  (await server.call(listAssistantTasks, { as, params: { id } })).json;

async function ownFlyers(...texts: string[]) {
  const owner = await signUp(server);
  const { id, tasks } = await makeAssistantWithFlyers(server, owner, texts);
  return { owner, id, tasks, taskIds: tasks.map(({ _id }) => _id) };
}

describeCall(server, uploadTasks, ({ succeeds, refuses }) => {
  const upload = async (form: FormData) => {
    const owner = await signUp(server);
    const { _id: id } = await makeAssistant(server, owner);
    return () => server.call(uploadTasks, { as: owner.as, params: { id }, body: form });
  };

  succeeds('adds flyers after the existing ones, in the order of the files', async () => {
    const { owner, id } = await ownFlyers('One');
    const body = flyerForm([await png(), await jpeg()], ['Two', 'Three']);
    const answer = await server.call(uploadTasks, { as: owner.as, params: { id }, body });
    expect(answer.json).toMatchObject([
      { description: 'Two', sequence_order: 1, status: 'waiting', assistant_name: 'Spring' },
      { description: 'Three', sequence_order: 2 },
    ]);
    expect((await flyersOf(owner, id)).map(({ description }) => description)).toEqual(['One', 'Two', 'Three']);
    return answer;
  });

  refuses('when a picture has more than 10 MB', { code: 'file.too_large', sentence: /10 MB/ }, async () =>
    upload(flyerForm([await png(), Buffer.alloc(MAX_IMAGE_BYTES + 1)])),
  );

  refuses(
    'when one of the files is not a picture',
    { code: 'file.not_an_image', sentence: "'flyer-1.png' is not a JPEG, PNG, WebP or GIF picture." },
    async () => upload(flyerForm([await png(), Buffer.from('<svg onload="alert(1)"/>')])),
  );

  refuses(
    'when the storage quota of the user is used up',
    { code: 'file.quota_exceeded', sentence: /2 GB/ },
    async () => {
      const owner = await signUp(server);
      const { _id: id } = await makeAssistant(server, owner);
      const picture = await png();
      await buildUsedSpace(server.context.db, owner.id, MAX_FLYER_BYTES_PER_USER);
      return () => server.call(uploadTasks, { as: owner.as, params: { id }, body: flyerForm([picture]) });
    },
  );
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
    return answer;
  });
});

describeCall(server, updateTask, ({ succeeds }) => {
  succeeds('changes the description', async () => {
    const { owner, id, taskIds } = await ownFlyers('One', 'Two');
    const [first = ''] = taskIds;
    const body = { description: 'Uno\n\n🎉' };
    const answer = await server.call(updateTask, { as: owner.as, params: { id: first }, body });
    expect(answer.json).toMatchObject({ _id: first, ...body });
    expect((await flyersOf(owner, id)).map(({ description }) => description)).toEqual(['Uno\n\n🎉', 'Two']);
    return answer;
  });
});

describeCall(server, deleteTask, ({ succeeds }) => {
  succeeds('deletes the task and renumbers the tasks after it', async () => {
    const { owner, id, taskIds } = await ownFlyers('One', 'Two', 'Three');
    const answer = await server.call(deleteTask, { as: owner.as, params: { id: taskIds[1] ?? '' } });
    expect(await flyersOf(owner, id)).toMatchObject([
      { description: 'One', sequence_order: 0 },
      { description: 'Three', sequence_order: 1 },
    ]);
    return answer;
  });
});

describeCall(server, reorderTasks, ({ succeeds }) => {
  succeeds('puts the flyers in the new order', async () => {
    const { owner, id, taskIds } = await ownFlyers('One', 'Two', 'Three');
    const [one = '', two = '', three = ''] = taskIds;
    const body = { task_ids: [three, one, two] };
    const answer = await server.call(reorderTasks, { as: owner.as, params: { id }, body });
    expect(answer.json.map(({ description }) => description)).toEqual(['Three', 'One', 'Two']);
    expect(await flyersOf(owner, id)).toEqual(answer.json);
    return answer;
  });
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
    return answer;
  });
});
