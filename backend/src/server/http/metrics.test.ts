import { listPresets, pollDevice } from '@flyerdeck/contracts';
import { signUp } from '../../../test/api/people.testing.ts';
import { buildPage, buildQueuedAssistant } from '../../../test/factories.ts';
import { useTestServer } from '../../../test/testServer.ts';
import { switchPosting } from '../../postings/queue/queue.query.ts';
import { startHealthServer } from './health.ts';

const server = useTestServer();

async function read(baseUrl = server.baseUrl): Promise<Record<string, number>> {
  const text = await (await fetch(`${baseUrl}/metrics`)).text();
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'));
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
  );
}

test('the metrics count claims, charges and waiting postings', async () => {
  const owner = await signUp(server);
  const { db } = server.context;
  const page = await buildPage(db, owner.id);
  await db.transaction((manager) => switchPosting(manager, [owner.id, true]));
  await buildQueuedAssistant(db, owner.id, { pages: [page], flyers: ['One', 'Two'] });
  await server.call(pollDevice, { as: page.deviceSecret });
  const seen = await read();
  expect(seen).toMatchObject({
    flyerdeck_claims_total: 1,
    flyerdeck_charges_total: 1,
    flyerdeck_queue_pending: 1,
    flyerdeck_queue_in_flight: 1,
  });
  expect(seen.flyerdeck_queue_oldest_seconds).toBeGreaterThan(0);
});

test('requests are counted by route template, not by address', async () => {
  const { as } = await signUp(server);
  await server.call(listPresets, { as });
  const names = Object.keys(await read()).filter((name) => name.startsWith('flyerdeck_request_seconds_count'));
  expect(names).toContain(`flyerdeck_request_seconds_count{method="GET",route="GET ${listPresets.path}",status="200"}`);
  await fetch(`${server.baseUrl}/api/nothing/secret-1234`);
  expect(Object.keys(await read()).join()).not.toContain('secret');
});

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
