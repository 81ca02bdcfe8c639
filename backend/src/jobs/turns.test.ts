import { buildPage, buildQueuedAssistant, buildUser } from '../../test/factories.ts';
import { runJobs } from '../../test/runJobs.ts';
import { useTestServer } from '../../test/testServer.ts';
import { deleteAssistant } from '../assistants/assistants.service.ts';
import { inTransaction } from '../database/transaction.ts';
import { BATCH } from '../postings/end/inBatches.ts';
import { createTaskList } from '../taskList.ts';

const server = useTestServer();
const db = () => server.context.db;

/** Deletes this many assistants of a new owner without cancelling anything: that is left to jobs. */
async function deletedAssistants({ assistants = 1, flyers = 1 } = {}) {
  const { id: ownerId } = await buildUser(db());
  const page = await buildPage(db(), ownerId);
  for (let n = 0; n < assistants; n++) {
    const { id } = await buildQueuedAssistant(db(), ownerId, {
      flyers: Array.from({ length: flyers }, (_, n) => `Flyer ${n}`),
      pages: [page],
    });
    await inTransaction(db(), (db) => deleteAssistant(db, ownerId, id));
  }
  const pending = async () => {
    const [row] = await db().query(
      "SELECT count(*)::int AS postings FROM page_postings WHERE owner_id = $1 AND status = 'pending'",
      [ownerId],
    );
    return row.postings;
  };
  return { ownerId, page, pending };
}

const waitingJobs = (ownerId: string) =>
  db().query(
    "SELECT task_identifier AS name, queue_name, payload FROM graphile_worker.jobs j JOIN graphile_worker._private_jobs p USING (id) WHERE p.payload ->> 'owner_id' = $1",
    [ownerId],
  );

test('a job whose turn is over is enqueued again with what is left', async () => {
  const { ownerId, pending } = await deletedAssistants({ flyers: BATCH + 1 });
  const [job] = await waitingJobs(ownerId);
  await db().query("DELETE FROM graphile_worker._private_jobs WHERE payload ->> 'owner_id' = $1", [ownerId]);
  const { cancel_postings_of_assistant: run } = createTaskList(server.context, null);
  await run?.(job.payload, { abortSignal: AbortSignal.abort() } as never);
  expect(await pending()).toBe(1);
  expect(await waitingJobs(ownerId)).toEqual([job]);
  await runJobs(server);
  expect(await pending()).toBe(0);
  expect(await waitingJobs(ownerId)).toEqual([]);
});
