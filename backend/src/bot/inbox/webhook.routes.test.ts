import { useTestServer } from '../../../test/testServer.ts';
import { BOT_TOKEN } from '../../accounts/auth/proofs.fixture.ts';
import { sendRaw } from '../../server/http/rawRequest.testing.ts';
import { WEBHOOK_PATH, webhookSecret } from './webhook.routes.ts';

// With this factor 6 wrong secrets per minute are allowed.
const server = useTestServer({
  BOT_TOKEN,
  PUBLIC_URL: 'https://flyers.example',
  RATE_LIMIT_FACTOR: '0.01',
  TRUST_PROXY: '1',
});

const secretHeader = (secret: string) => ({ 'X-Telegram-Bot-Api-Secret-Token': secret });
const rightSecret = secretHeader(webhookSecret(BOT_TOKEN));
const send = async (headers: Record<string, string>, body = '{"update_id":1}') => {
  const response = await fetch(`${server.baseUrl}${WEBHOOK_PATH}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
  });
  return response.status;
};

test('a request with a wrong secret is refused before its body is read', async () => {
  const headers = { ...secretHeader('wrong'), 'Content-Type': 'application/json', 'Content-Length': '90000' };
  const { socket, answer } = await sendRaw(server.baseUrl, `POST ${WEBHOOK_PATH}`, headers, '{"update_id":');
  expect(await answer).toMatch(/^HTTP\/1.1 401 /);
  socket.destroy();
});

test('requests with wrong secrets are limited by address, and requests with the right secret are not', async () => {
  const address = { 'X-Forwarded-For': '198.51.100.9' };
  const statuses: number[] = [];
  for (let sent = 0; sent < 7; sent++) statuses.push(await send({ ...secretHeader('wrong'), ...address }));
  expect(statuses).toEqual([...Array(6).fill(401), 429]);
  expect(await send({ ...rightSecret, ...address })).toBe(200);
});

test('an update of 200 kB is accepted; one of 1 MB, and a compressed one are refused', async () => {
  expect(await send(rightSecret, JSON.stringify({ update_id: 2, message: { text: 'x'.repeat(200_000) } }))).toBe(200);
  expect(await send(rightSecret, JSON.stringify({ update_id: 3, message: { text: 'x'.repeat(1_000_000) } }))).toBe(413);
  expect(await send({ ...rightSecret, 'Content-Encoding': 'gzip' })).toBe(415);
});
