import { Pool } from 'pg';
import { dbOn } from '../../../test/dbOn.ts';
import { useTestDatabase } from '../../../test/testDatabase.ts';
import type { Db } from '../../database/statement.ts';
import { Problems } from '../../jobs/problems.ts';
import { requestLog } from '../security/requestLog.ts';
import { errorHandler } from './errorHandler.ts';
import { healthRoutes } from './health.ts';
import { readableLogger, serving } from './smallServer.testing.ts';

const database = useTestDatabase();

const ask = (path: string, db: Db, problems = new Problems(), headers = {}): Promise<Response> =>
  serving(
    [
      requestLog(readableLogger().logger),
      errorHandler,
      healthRoutes({ db, problems, config: { botToken: '1:token', metricsToken: null } }).routes() as never,
    ],
    async (baseUrl) => {
      const response = await fetch(baseUrl + path, { headers });
      return new Response(await response.text(), response);
    },
  );

test('the server is alive and ready while Postgres answers', async () => {
  const { db } = database;
  expect(await (await ask('/healthz', db)).json()).toEqual({ status: 'ok' });
  const ready = await ask('/readyz', db);
  expect([ready.status, await ready.json(), ready.headers.get('Cache-Control')]).toEqual([
    200,
    { status: 'ok' },
    'no-store',
  ]);
});

test('the server is alive but not ready while Postgres is down', async () => {
  const pool = new Pool({ connectionString: 'postgres://127.0.0.1:1/none' });
  expect((await ask('/healthz', dbOn(pool))).status).toBe(200);
  const ready = await ask('/readyz', dbOn(pool));
  expect(ready.status).toBe(503);
  expect(await ready.json()).toEqual({ error: 'The database does not answer.', code: 'unavailable' });
  await pool.end();
});

test('the server says what has failed for half a minute, but not through a proxy', async () => {
  const { db } = database;
  const problems = new Problems();
  const clock = jest.spyOn(performance, 'now').mockReturnValue(1_000_000);
  problems.failed('the heartbeat', new Error('connection refused'));
  clock.mockReturnValue(1_020_000);
  expect((await ask('/healthz', db, problems)).status).toBe(200);
  problems.failed('the heartbeat', new Error('no connection'));
  clock.mockReturnValue(1_041_000);
  const unhealthy = await ask('/healthz', db, problems);
  expect([unhealthy.status, await unhealthy.json()]).toEqual([
    503,
    { status: 'unhealthy', problems: ['the heartbeat has failed for 41 s: no connection'] },
  ]);
  const proxied = await ask('/healthz', db, problems, { 'X-Forwarded-For': '203.0.113.7' });
  expect([proxied.status, await proxied.json()]).toEqual([503, { status: 'unhealthy' }]);
  problems.worked('the heartbeat');
  expect((await ask('/healthz', db, problems)).status).toBe(200);
  clock.mockRestore();
});
