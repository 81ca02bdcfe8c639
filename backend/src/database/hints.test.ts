import { pino } from 'pino';
import { until } from '../../test/eventually.ts';
import { useTestDatabase } from '../../test/testDatabase.ts';
import { createHints, type Hint, listenForHints } from './hints.ts';

const database = useTestDatabase();
const logger = pino({ level: 'silent' });

/** Collects batches of hints. `connects` counts the calls of `connected`. */
async function startListener() {
  const batches: (readonly Hint[])[] = [];
  let connects = 0;
  const { stop } = listenForHints(database.db, logger, {
    receive: (hints) => batches.push(hints),
    connected: () => {
      connects += 1;
    },
  });
  await until(() => connects === 1);
  return { batches, stop, connects: () => connects };
}

test('hints of 50 ms are sent together to every listening process, and equal hints once', async () => {
  const listeners = await Promise.all([startListener(), startListener()]);
  const hints = createHints(database.db, logger);
  for (let n = 0; n < 100; n++) hints.send({ kind: 'screenshots' });
  hints.send({ kind: 'work', owner: 'user-1' });
  await until(() => listeners.every(({ batches }) => batches.length === 1));
  for (const { batches } of listeners) {
    expect(batches[0]).toEqual([{ kind: 'screenshots' }, { kind: 'work', owner: 'user-1' }]);
  }
  hints.send({ kind: 'screenshots' });
  await until(() => listeners.every(({ batches }) => batches.length === 2));
  await Promise.all(listeners.map(({ stop }) => stop()));
});

test('a listener connects again after its connection was lost, and says so', async () => {
  const listener = await startListener();
  await database.pool.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'",
  );
  await until(() => listener.connects() === 2);
  createHints(database.db, logger).send({ kind: 'screenshots' });
  await until(() => listener.batches.length === 1);
  await listener.stop();
});
