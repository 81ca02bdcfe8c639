import { join } from 'node:path';
import { eraseAccount, getImage, listUserPages } from '@flyerdeck/contracts';
import { readLedger } from '../../../test/factories.ts';
import { killAtLock } from '../../../test/killAtLock.ts';
import { runJobs } from '../../../test/runJobs.ts';
import { useTestServer } from '../../../test/testServer.ts';
import { crashPoints } from '../../../test/tryStories.ts';
import { type CanaryAccount, findInDatabase, signUpWithCanaries } from './canaries.testing.ts';

/** A process that does the job of an erasure is killed while it waits for a locked table. */

const server = useTestServer();
const src = (file: string) => JSON.stringify(join(import.meta.dirname, file));

/** Runs the job in a separate process and kills it while it waits for `table`. */
const killDuring = (id: string, table: string): Promise<void> =>
  killAtLock(
    server.context.pool,
    table,
    `const { openDatabase } = await import(${src('../../dataSource.ts')});
     const { finishErasure } = await import(${src('erasure.ts')});
     const db = await openDatabase(process.env.DATABASE, { applicationName: 'killed' });
     const app = { db, logger: { info() {}, warn() {} } };
     console.log('started');
     const context = { abortSignal: new AbortController().signal };
     await finishErasure(app)({ user_id: process.env.ID }, context);
     console.log('finished');
     await new Promise(() => setInterval(() => {}, 1000));`,
    { ID: id },
  );

async function expectNothingVisible(erased: CanaryAccount): Promise<void> {
  for (const file_id of erased.fileIds) expect((await server.call(getImage, { params: { file_id } })).status).toBe(404);
  const as = await server.signIn(erased.telegramId);
  expect((await server.call(listUserPages, { as })).json.pages).toEqual([]);
  await server.call(eraseAccount, { as, body: { confirm: 'DELETE' } });
}

test.each(
  crashPoints(2, [
    'files',
    'erasures',
    'page_postings',
    'tasks',
    'credit_transactions',
    'pages',
    'assistants',
    'presets',
    'bot_messages',
  ]),
)(
  'an erasure that is killed while it changes %s shows nothing, and the next run finishes it [S14.2-5]',
  async (table) => {
    const erased = await signUpWithCanaries(server);
    const before = await readLedger(server.context.db, erased.id);
    await server.call(eraseAccount, { as: erased.as, body: { confirm: 'DELETE' } });
    await killDuring(erased.id, table);
    await expectNothingVisible(erased);
    await runJobs(server);
    const { rows } = await server.context.pool.query('SELECT 1 FROM erasures WHERE user_id IS NOT NULL');
    expect(rows).toEqual([]);
    expect(await findInDatabase(server.context.pool, [erased.canary, erased.telegramId])).toEqual([]);
    expect(await readLedger(server.context.db, erased.id)).toEqual(before);
  },
);
