import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { dbOn } from '../../test/dbOn.ts';
import { useTestDatabase } from '../../test/testDatabase.ts';
import { createHints, listenForHints } from './hints.ts';

const database = useTestDatabase();
const logger = pino({ level: 'silent' });

async function until(done: () => boolean): Promise<void> {
  while (!done()) await sleep(5);
}

test('many hints within a moment arrive as one, on every process that listens', async () => {
  const heard = [0, 0];
  const listeners = heard.map((_, n) =>
    listenForHints(database.db, logger, {
      receive: (hints) => received[n]?.push(hints),
      connected: () => received[n]?.push('connected'),
    }),
  );
  // Each is called once when it has begun to listen.
  await until(() => heard.every((times) => times === 1));
  const hints = createHints(database.db, logger);
  for (let n = 0; n < 100; n++) hints.send();
  await until(() => heard.every((times) => times === 2));
  hints.send();
  await until(() => heard.every((times) => times === 3));
  await Promise.all(listeners.map((listener) => listener.stop()));
});

test('a database that can not be reached costs the hint, and nothing else', async () => {
  const query = jest.fn().mockRejectedValue(new Error('no connection'));
  const hints = createHints(dbOn({ query }), logger);
  hints.send();
  await until(() => query.mock.calls.length === 1);
  hints.send();
  await until(() => query.mock.calls.length === 2);
});
