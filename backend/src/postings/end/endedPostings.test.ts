import { archiveFinalized, deleteAssistant } from '@flyerdeck/contracts';
import { pino } from 'pino';
import { signUpPosting } from '../../../test/api/postingOwner.testing.ts';
import { runJobs } from '../../../test/runJobs.ts';
import { useTestDatabase } from '../../../test/testDatabase.ts';
import { useTestServer } from '../../../test/testServer.ts';
import { buildPostingScenario } from '../postingScenario.testing.ts';
import { offlineSweep } from './sweeps.ts';

const server = useTestServer();

/** The numbers of archived and open postings, and of postings whose state differs from that of their task. */
async function archivedOf(ownerId: string) {
  const { rows } = await server.context.pool.query(
    `SELECT (count(*) FILTER (WHERE p.archived))::int AS archived, (count(*) FILTER (WHERE NOT p.archived))::int AS open,
       (count(*) FILTER (WHERE p.archived <> (t.archived_at IS NOT NULL)))::int AS wrong
     FROM page_postings p JOIN tasks t ON t.id = p.task_id WHERE p.owner_id = $1`,
    [ownerId],
  );
  return rows[0];
}

test('archiving finished tasks archives their postings and no others', async () => {
  const owner = await signUpPosting(server, { flyers: ['done', 'waiting'], pages: ['A'] });
  const otherOwner = await signUpPosting(server, { flyers: ['done'], pages: ['A'] });
  await owner.post(owner.pages[0], 'completed');
  await otherOwner.post(otherOwner.pages[0], 'completed');
  await server.call(archiveFinalized, { as: owner.as });
  await runJobs(server);
  expect(await archivedOf(owner.id)).toEqual({ archived: 1, open: 1, wrong: 0 });
  expect(await archivedOf(otherOwner.id)).toEqual({ archived: 0, open: 1, wrong: 0 });
  await server.call(archiveFinalized, { as: owner.as });
  await runJobs(server);
  expect(await archivedOf(owner.id)).toEqual({ archived: 1, open: 1, wrong: 0 });
});

test('a task with more postings than one batch is archived with all of them, repeats included', async () => {
  const owner = await signUpPosting(server, { flyers: ['many'], pages: ['A'] });
  const { pool } = server.context;
  await pool.query(
    `WITH g AS (INSERT INTO pages (owner_id, creator_id) SELECT $1, 'page-' || n FROM generate_series(1, 700) n RETURNING guid),
     o AS (
       INSERT INTO page_postings (owner_id, assistant_id, task_id, page_guid, queued_at, sequence_order, run_index, delay_hours, gap_hours)
       SELECT $1, $2, $3, guid, now(), 0, 0, 0, 0 FROM g RETURNING *
     )
     INSERT INTO page_postings (owner_id, assistant_id, task_id, page_guid, queued_at, sequence_order, run_index, delay_hours, gap_hours, is_duplicate, duplicate_of)
     SELECT $1, $2, $3, page_guid, now(), 0, 0, 0, 0, true, id FROM o`,
    [owner.id, owner.assistantId, owner.taskId],
  );
  await pool.query('UPDATE tasks SET pending_count = 701 WHERE id = $1', [owner.taskId]);
  await server.call(deleteAssistant, { as: owner.as, params: { id: owner.assistantId } });
  await runJobs(server);
  expect(await archivedOf(owner.id)).toEqual({ archived: 1_401, open: 0, wrong: 0 });
  const { rows } = await pool.query(
    `SELECT count(*)::int AS failed, (SELECT failed_count FROM tasks WHERE id = $2) AS of_task
     FROM page_postings WHERE owner_id = $1 AND error_code = 'assistant_deleted'`,
    [owner.id, owner.taskId],
  );
  expect(rows[0]).toEqual({ failed: 1_401, of_task: 701 });
});

const database = useTestDatabase();
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** A page without a poll for 25 hours, with a posting that has waited as long. */
async function buildSilentPage() {
  const { owner, page } = await buildPostingScenario(database.db);
  const query = (text: string) => database.db.query(text, [owner.id]);
  await query(`UPDATE users SET posting_switched_at = now() - interval '25 hours' WHERE id = $1`);
  await query(`UPDATE page_postings SET status_since = now() - interval '25 hours' WHERE owner_id = $1`);
  await query(`UPDATE pages SET linked_at = now() - interval '25 hours' WHERE owner_id = $1`);
  return { poll: () => database.db.query('UPDATE pages SET last_polled_at = now() WHERE guid = $1', [page.guid]) };
}
const failures = async () =>
  Number((await database.db.query(`SELECT count(*) FROM page_postings WHERE status = 'failed'`))[0].count);

test('pages have time to poll after the server was off or its clock was set forward, before their postings fail', async () => {
  let now = Date.now();
  const sweep = offlineSweep({ db: database.db, logger: pino({ level: 'silent' }) }, async () => now);
  const runEachMinute = async (minutes: number) => {
    for (let n = 0; n < minutes; n++) {
      now += MINUTE_MS;
      await sweep({}, { abortSignal: new AbortController().signal });
    }
  };
  await buildSilentPage();
  await runEachMinute(10);
  expect(await failures()).toBe(0);
  await runEachMinute(1);
  expect(await failures()).toBe(1);

  const { poll } = await buildSilentPage();
  now += DAY_MS;
  await runEachMinute(5);
  await poll();
  await runEachMinute(10);
  expect(await failures()).toBe(1);
});
