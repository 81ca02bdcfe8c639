import { request } from 'node:http';
import { createAssistant, listAssistantTasks, uploadTasks } from '@flyerdeck/contracts';
import { type Credentials, useTestServer } from '../../test/testServer.ts';
import { png } from '../files/images.fixture.ts';

const server = useTestServer();

let lastId = 40_000;
async function signInWithAssistant() {
  const as = await server.signIn(String(++lastId));
  const { json } = await server.call(createAssistant, { as, body: {} });
  return { as, params: { id: json._id } };
}
function form(files: readonly Buffer[]): FormData {
  const data = new FormData();
  for (const [index, bytes] of files.entries())
    data.append('images', new Blob([new Uint8Array(bytes)]), `Flyer ü ${index}.png`);
  return data;
}

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
