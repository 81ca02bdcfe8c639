import { randomUUID } from 'node:crypto';
import { getImage, listAssistants, me } from '@flyerdeck/contracts';
import { waitForLockWait } from '../../test/locks.ts';
import { useTestServer } from '../../test/testServer.ts';
import { signUp } from '../api/people.testing.ts';

const server = useTestServer();

test('twenty slow calls of one user leave database connections for other users, and all are answered', async () => {
  const [busy, other] = [await signUp(server), await signUp(server)];
  const holder = await server.context.pool.connect();
  let slow: Promise<number>[] = [];
  try {
    await holder.query('BEGIN; LOCK TABLE assistants IN ACCESS EXCLUSIVE MODE');
    slow = Array.from({ length: 20 }, async () => (await server.call(listAssistants, { as: busy.as })).status);
    await waitForLockWait(server.context.db, 6);
    expect((await server.call(me, { as: other.as })).status).toBe(200);
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
  expect(await Promise.all(slow)).toEqual(Array(20).fill(200));
});

test('twenty slow picture requests of one address leave database connections for others, and all are answered', async () => {
  const other = await signUp(server);
  const holder = await server.context.pool.connect();
  let slow: Promise<number>[] = [];
  try {
    await holder.query('BEGIN; LOCK TABLE files IN ACCESS EXCLUSIVE MODE');
    slow = Array.from(
      { length: 20 },
      async () => (await server.call(getImage, { params: { file_id: randomUUID() } })).status,
    );
    await waitForLockWait(server.context.db, 6);
    expect((await server.call(me, { as: other.as })).status).toBe(200);
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
  expect(await Promise.all(slow)).toEqual(Array(20).fill(404));
});
