import { randomUUID } from 'node:crypto';
import { getImage, listAssistants, me } from '@flyerdeck/contracts';
import { signUp } from '../../../test/api/people.testing.ts';
import { waitForLockWait, whileLocked } from '../../../test/locks.ts';
import { useTestServer } from '../../../test/testServer.ts';

const server = useTestServer();

/** Makes twenty slow calls, which wait for the table. Meanwhile another user is answered. Returns the statuses of the slow calls. */
async function slowCalls(table: string, call: () => Promise<{ status: number }>): Promise<number[]> {
  const other = await signUp(server);
  let slow: Promise<number>[] = [];
  await whileLocked(server.context.pool, table, async () => {
    slow = Array.from({ length: 20 }, async () => (await call()).status);
    await waitForLockWait(server.context.db, 6);
    expect((await server.call(me, { as: other.as })).status).toBe(200);
  });
  return Promise.all(slow);
}

test('twenty slow calls of one user leave database connections for other users, and all are answered', async () => {
  const { as } = await signUp(server);
  expect(await slowCalls('assistants', () => server.call(listAssistants, { as }))).toEqual(Array(20).fill(200));
});

test('twenty slow picture requests of one address leave database connections for others, and all are answered', async () => {
  const call = () => server.call(getImage, { params: { file_id: randomUUID() } });
  expect(await slowCalls('files', call)).toEqual(Array(20).fill(404));
});
