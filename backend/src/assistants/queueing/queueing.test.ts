import { addToQueue as addToQueueCall, pauseAssistant, resumeAssistant } from '@flyerdeck/contracts';
import { signUp } from '../../../test/api/people.testing.ts';
import { unlinkPages } from '../../../test/asRoutes.ts';
import { deviceOf } from '../../../test/deviceCalls.ts';
import { type BuiltPage, buildAssistant, buildPage, buildPendingLoad } from '../../../test/factories.ts';
import { killAtLock } from '../../../test/killAtLock.ts';
import { runJobs } from '../../../test/runJobs.ts';
import { useTestServer } from '../../../test/testServer.ts';
import { switchPosting } from '../../postings/queue/queue.query.ts';
import { readAssistant } from '../assistants.query.ts';

const server = useTestServer();
const db = () => server.context.db;
const FLYERS = 250;

/** An assistant with 250 flyers, each of which is republished: the request adds the postings of 4 pages, a job those of the others. */
async function largeClick({ pages: count = 6 } = {}) {
  const owner = await signUp(server);
  await switchPosting(db(), [owner.id, true]);
  const pages: BuiltPage[] = [];
  for (let n = 0; n < count; n++) pages.push(await buildPage(db(), owner.id));
  pages.sort((a, b) => (a.guid < b.guid ? -1 : 1));
  const { id } = await buildAssistant(db(), owner.id, {
    flyers: Array.from({ length: FLYERS }, (_, n) => `Flyer ${n}`),
    rules: { target_pages: pages.map(({ guid }) => guid), duplication_time_hours: 12 },
  });
  const call = { as: owner.as, params: { id } };
  const answer = await server.call(addToQueueCall, call);
  return {
    owner,
    pages,
    id,
    call,
    answer,
    read: () => readAssistant(db(), owner.id, id),
    count: async () => {
      const [row] = await db().query(
        `SELECT count(*)::int AS postings, count(DISTINCT page_guid)::int AS pages,
           count(DISTINCT (task_id, page_guid, is_duplicate))::int AS different,
           (SELECT sum(pending_count)::int FROM tasks WHERE assistant_id = $1) AS pending
         FROM page_postings WHERE assistant_id = $1`,
        [id],
      );
      return row;
    },
  };
}

test('many postings are added by a job, and nothing is posted before all are added', async () => {
  const { answer, pages, call, read, count } = await largeClick();
  expect(answer.json).toMatchObject({
    message: '3000 postings are being added to the queue.',
    postings: 3_000,
    assistant: { status: 'in_queue', pause_reason: null, queueing: { added: 2_000, postings: 3_000 } },
  });
  const device = deviceOf(db(), pages[0] as BuiltPage);
  expect(await device.poll()).toMatchObject({ claimed: null, waitReason: 'being_queued' });
  expect(await server.call(pauseAssistant, call)).toMatchObject({ status: 409 });
  expect(await server.call(resumeAssistant, call)).toMatchObject({ status: 409 });
  await runJobs(server);
  expect(await read()).toMatchObject({ status: 'pending', queueing: null });
  expect(await count()).toEqual({ postings: 3_000, pages: 6, different: 3_000, pending: 1_500 });
  expect(await device.claim()).toMatchObject({ description: 'Flyer 0' });
});

test('a job that is killed goes on where it was, and adds nothing twice', async () => {
  const { read, count } = await largeClick({ pages: 10 });
  const [job] = await db().query(
    "SELECT payload FROM graphile_worker._private_jobs WHERE payload ->> 'assistant_id' = $1",
    [(await read())._id],
  );
  await killAtLock(
    server.context.pool,
    'tasks',
    `import { openDatabase } from '${import.meta.dirname}/../../dataSource.ts';
     import { addQueuedPostings } from '${import.meta.dirname}/./queueing.ts';
     const db = await openDatabase(process.env.DATABASE, { applicationName: 'killed' });
     console.log('ready');
     await addQueuedPostings({ db, hints: { send() {} } })(${JSON.stringify(job.payload)}, { abortSignal: new AbortController().signal });`,
  );
  expect(await read()).toMatchObject({ queueing: { added: 2_000, postings: 5_000 } });
  expect(await count()).toMatchObject({ postings: 2_000, pending: 1_000 });
  await runJobs(server);
  expect(await count()).toEqual({ postings: 5_000, pages: 10, different: 5_000, pending: 2_500 });
});

test('a page that is unlinked meanwhile gets no further postings, also if it is linked again', async () => {
  const { owner, pages, read, count } = await largeClick();
  const [unlinked, relinked] = [pages[4] as BuiltPage, pages[5] as BuiltPage];
  await unlinkPages(db(), { ownerId: owner.id, pageGuids: [unlinked.guid, relinked.guid] });
  await db().query('UPDATE pages SET unlinked_at = NULL, linked_at = now() WHERE guid = $1', [relinked.guid]);
  await runJobs(server);
  expect(await read()).toMatchObject({ queueing: null });
  expect(await count()).toMatchObject({ pages: 4, postings: 2_000 });
});

test('simultaneous calls together keep the limit of unfinished postings', async () => {
  const owner = await signUp(server);
  const page = await buildPage(db(), owner.id);
  await buildPendingLoad(db(), owner.id, 2);
  const answers = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const { id } = await buildAssistant(db(), owner.id, { rules: { target_pages: [page.guid] } });
      return server.call(addToQueueCall, { as: owner.as, params: { id } });
    }),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 422, 422, 422]);
});
