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

test('many hints within a short time arrive as one in every listening process', async () => {
  const received = [0, 0];
  const listeners = received.map((_, n) =>
    listenForHints(database.db, logger, () => {
      received[n] = (received[n] ?? 0) + 1;
    }),
  );
  // Each listener is called once when it starts to listen.
  await until(() => received.every((times) => times === 1));
  const hints = createHints(database.db, logger);
  for (let n = 0; n < 100; n++) hints.send();
  await until(() => received.every((times) => times === 2));
  hints.send();
  await until(() => received.every((times) => times === 3));
  await Promise.all(listeners.map((listener) => listener.stop()));
});

test('when the database is unreachable a hint is lost, and the next one is sent', async () => {
  const query = jest.fn().mockRejectedValue(new Error('no connection'));
  const hints = createHints(dbOn({ query }), logger);
  hints.send();
  await until(() => query.mock.calls.length === 1);
  hints.send();
  await until(() => query.mock.calls.length === 2);
});
