import { request } from 'node:http';
import {
  createAssistant,
  deleteTask,
  getImage,
  listAssistantTasks,
  reorderTasks,
  updateTask,
  uploadTasks,
} from '@flyerdeck/contracts';
import { type Credentials, useTestServer } from '../../test/testServer.ts';
import { jpeg, png } from '../files/images.fixture.ts';

const server = useTestServer();

let lastId = 40_000;
async function signInWithAssistant() {
  const as = await server.signIn(String(++lastId));
  const { json } = await server.call(createAssistant, { as, body: {} });
  return { as, params: { id: json._id } };
}
function form(files: readonly Buffer[], descriptions: readonly string[] = [], field = 'images'): FormData {
  const data = new FormData();
  for (const [index, bytes] of files.entries())
    data.append(field, new Blob([new Uint8Array(bytes)]), `Flyer ü ${index}.png`);
  for (const description of descriptions) data.append('descriptions', description);
  return data;
}
const upload = (as: Credentials, id: string, body: FormData) => server.call(uploadTasks, { as, params: { id }, body });

it('flyers are uploaded, shown, edited, reordered and deleted', async () => {
  const { as, params } = await signInWithAssistant();
  const picture = await png(64, 64);
  const uploaded = await upload(as, params.id, form([picture, await jpeg(), await png()], ['One', '', 'Drei ü']));
  expect(uploaded.status).toBe(201);
  expect(uploaded.json.map(({ description, sequence_order, status }) => [sequence_order, description, status])).toEqual(
    [
      [0, 'One', 'waiting'],
      [1, '', 'waiting'],
      [2, 'Drei ü', 'waiting'],
    ],
  );
  const [one, two, three] = uploaded.json;
  if (!one?.file_id || !two || !three) throw new Error('three tasks with pictures are needed');
  const shown = await server.call(getImage, { params: { file_id: one.file_id } });
  expect(shown.bytes.equals(picture)).toBe(true);

  const edited = await server.call(updateTask, { as, params: { id: two._id }, body: { description: 'Two' } });
  expect(edited.json).toMatchObject({ _id: two._id, description: 'Two', sequence_order: 1 });

  const reordered = await server.call(reorderTasks, { as, params, body: { task_ids: [three._id, one._id, two._id] } });
  expect(reordered.json.map(({ description }) => description)).toEqual(['Drei ü', 'One', 'Two']);

  expect((await server.call(deleteTask, { as, params: { id: one._id } })).status).toBe(204);
  const left = await server.call(listAssistantTasks, { as, params });
  expect(left.json.map(({ description, sequence_order }) => [sequence_order, description])).toEqual([
    [0, 'Drei ü'],
    [1, 'Two'],
  ]);
  expect((await server.call(getImage, { params: { file_id: one.file_id } })).status).toBe(404);
});

it('a single flyer may have one description or none', async () => {
  const { as, params } = await signInWithAssistant();
  expect((await upload(as, params.id, form([await png()], ['Only one']))).json).toMatchObject([
    { description: 'Only one' },
  ]);
  expect((await upload(as, params.id, form([await png()]))).json).toMatchObject([
    { description: '', sequence_order: 1 },
  ]);
});

describe('an upload is refused', () => {
  const refusal = async (body: FormData) => {
    const { as, params } = await signInWithAssistant();
    const { status, error } = await upload(as, params.id, body);
    const { json } = await server.call(listAssistantTasks, { as, params });
    expect(json).toEqual([]);
    return [status, error.code];
  };

  it('without a picture, or with a picture in another field', async () => {
    expect(await refusal(form([], ['text']))).toEqual([422, 'file.missing']);
    expect(await refusal(form([await png()], [], 'files'))).toEqual([413, 'file.too_many']);
  });

  it('with more or fewer descriptions than pictures', async () => {
    const two = [await png(), await png()];
    expect(await refusal(form(two, ['one']))).toEqual([422, 'file.descriptions_mismatch']);
    expect(await refusal(form(two, ['1', '2', '3']))).toEqual([422, 'file.descriptions_mismatch']);
  });

  it('with more than 20 pictures, or one above 10 MB', async () => {
    const picture = await png();
    expect(await refusal(form(Array(21).fill(picture)))).toEqual([413, 'file.too_many']);
    const huge = Buffer.concat([picture, Buffer.alloc(10 * 1024 * 1024)]);
    expect(await refusal(form([picture, huge]))).toEqual([413, 'file.too_large']);
  });

  it('with a file that is not a picture, and the error names the file', async () => {
    const mixed = [await png(), Buffer.from('GIF? no')];
    expect(await refusal(form(mixed))).toEqual([415, 'file.not_an_image']);
    const { as, params } = await signInWithAssistant();
    const { error } = await upload(as, params.id, form(mixed));
    expect(error.error).toBe("'Flyer ü 1.png' is not a JPEG, PNG, WebP or GIF picture.");
  });

  it('with a description that is too long, or an unknown field', async () => {
    expect(await refusal(form([await png()], ['x'.repeat(5_001)]))).toEqual([400, 'invalid_request']);
    const odd = form([await png()]);
    odd.append('color', 'red');
    expect(await refusal(odd)).toEqual([400, 'invalid_request']);
    const sparse = form([await png()]);
    sparse.append('descriptions[999999]', 'x');
    expect(await refusal(sparse)).toEqual([413, 'request.too_large']);
  });

  it('when the body is not a form', async () => {
    const { as, params } = await signInWithAssistant();
    const answer = await server.call(uploadTasks, { as, params, body: {} });
    expect([answer.status, answer.error.code]).toEqual([415, 'request.unsupported_type']);
    const broken = await fetch(`${server.baseUrl}/api/assistants/${params.id}/tasks`, {
      method: 'POST',
      headers: {
        'X-Session-Token': as.sessionToken,
        'X-Telegram-ID': as.telegramId,
        'Content-Type': 'multipart/form-data; boundary=x',
      },
      body: '--x\r\nContent-Disposition: form-data; name="images"; filename="a.png"\r\n\r\ncut off',
    });
    expect(broken.status).toBe(400);
  });

  it("for another user's assistant", async () => {
    const { params } = await signInWithAssistant();
    const stranger = await server.signIn(String(++lastId));
    const answer = await upload(stranger, params.id, form([await png()]));
    expect([answer.status, answer.error.code]).toEqual([404, 'assistant.not_found']);
  });
});

it('an upload with a closed connection adds no flyers', async () => {
  const { as, params } = await signInWithAssistant();
  await new Promise<void>((resolve) => {
    const half = request(`${server.baseUrl}/api/assistants/${params.id}/tasks`, {
      method: 'POST',
      headers: {
        'X-Session-Token': as.sessionToken,
        'X-Telegram-ID': as.telegramId,
        'Content-Type': 'multipart/form-data; boundary=x',
        'Content-Length': '1000000',
      },
    });
    half.on('error', () => resolve());
    half.write('--x\r\nContent-Disposition: form-data; name="images"; filename="a.png"\r\n\r\nhalf');
    setTimeout(() => half.destroy(), 50);
  });
  expect((await server.call(listAssistantTasks, { as, params })).json).toEqual([]);
});

describe('the rate limit of uploads', () => {
  const limited = useTestServer({ RATE_LIMIT_FACTOR: '0.1' });

  it('counts pictures, not requests, for each user separately', async () => {
    const [anna, bo] = [await limited.signIn('1'), await limited.signIn('2')];
    const send = async (as: Credentials, count: number) => {
      const { json } = await limited.call(createAssistant, { as, body: {} });
      const body = form(Array(count).fill(await png()));
      return (await limited.call(uploadTasks, { as, params: { id: json._id }, body })).status;
    };
    expect([await send(anna, 7), await send(anna, 6), await send(bo, 6)]).toEqual([201, 429, 201]);
  });
});
