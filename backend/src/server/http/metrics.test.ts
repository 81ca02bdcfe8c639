import { useTestServer } from '../../../test/testServer.ts';
import { startHealthServer } from './health.ts';

const server = useTestServer();

async function read(baseUrl = server.baseUrl): Promise<Record<string, number>> {
  const text = await (await fetch(`${baseUrl}/metrics`)).text();
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'));
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
  );
}

test('the metrics are not served through a proxy [S13.4-1]', async () => {
  const answer = await fetch(`${server.baseUrl}/metrics`, { headers: { 'X-Forwarded-For': '203.0.113.7' } });
  expect(answer.status).toBe(404);
});

test('a process without the api answers on its health port', async () => {
  const port = 20_000 + (process.pid % 20_000);
  const health = await startHealthServer(
    { ...server.context, config: { ...server.context.config, host: '127.0.0.1' } },
    port,
  );
  try {
    const baseUrl = `http://127.0.0.1:${port}`;
    expect((await fetch(`${baseUrl}/readyz`)).status).toBe(200);
    expect(await read(baseUrl)).toHaveProperty('flyerdeck_jobs_due');
    expect((await fetch(`${baseUrl}/api/me`)).status).toBe(404);
  } finally {
    await health.stop();
  }
});
