import { useTestServer } from '../../test/testServer.ts';
import { BOT_TOKEN } from '../auth/proofs.fixture.ts';
import { sendRaw } from '../http/rawRequest.testing.ts';
import { WEBHOOK_PATH, webhookSecret } from './webhook.ts';

// A hundredth: 6 wrong secrets a minute.
const server = useTestServer({
  BOT_TOKEN,
  PUBLIC_URL: 'https://flyers.example',
  RATE_LIMIT_FACTOR: '0.01',
  TRUST_PROXY: '1',
});

const secretHeader = (secret: string) => ({ 'X-Telegram-Bot-Api-Secret-Token': secret });
const good = secretHeader(webhookSecret(BOT_TOKEN));
const send = async (headers: Record<string, string>, body = '{"update_id":1}') => {
  const response = await fetch(`${server.baseUrl}${WEBHOOK_PATH}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
  });
  return response.status;
};

test('no body is read from anybody but Telegram', async () => {
  const headers = { ...secretHeader('wrong'), 'Content-Type': 'application/json', 'Content-Length': '90000' };
  const { socket, answer } = await sendRaw(server.baseUrl, `POST ${WEBHOOK_PATH}`, headers, '{"update_id":');
  expect(await answer).toMatch(/^HTTP\/1.1 401 /);
  socket.destroy();
});

test('wrong secrets of an address are limited, and do not limit Telegram', async () => {
  const address = { 'X-Forwarded-For': '198.51.100.9' };
  const statuses: number[] = [];
  for (let sent = 0; sent < 7; sent++) statuses.push(await send({ ...secretHeader('wrong'), ...address }));
  expect(statuses).toEqual([...Array(6).fill(401), 429]);
  expect(await send({ ...good, ...address })).toBe(200);
});

test('an update may be larger than the bodies of other calls, but neither endless nor compressed nor something else', async () => {
  expect(await send(good, JSON.stringify({ update_id: 2, message: { text: 'x'.repeat(200_000) } }))).toBe(200);
  expect(await send(good, JSON.stringify({ update_id: 3, message: { text: 'x'.repeat(1_000_000) } }))).toBe(413);
  expect(await send({ ...good, 'Content-Encoding': 'gzip' })).toBe(415);
  expect(await send(good, '{}')).toBe(400);
});
