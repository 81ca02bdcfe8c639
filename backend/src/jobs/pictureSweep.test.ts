import { randomUUID } from 'node:crypto';
import { useTestDatabase } from '../../test/testDatabase.ts';
import { poolOf } from '../database/dataSource.ts';
import { renderPictureJobSql } from './enqueue.ts';
import { sweepLostPictures } from './pictureSweep.ts';

const database = useTestDatabase();
const pool = () => poolOf(database.dataSource);
let postingId: string;

/** A posting that has been posted for so long; its picture's job is the test's affair. */
const buildPosting = async (status: string, minutesAgo: number) => {
  const { rows } = await pool().query<{ id: string }>(
    `WITH u AS (INSERT INTO users (telegram_id, username) VALUES ($1, 'u') RETURNING id),
     a AS (INSERT INTO assistants (owner_id, posting_rules) SELECT id, '{}' FROM u RETURNING id, owner_id),
     t AS (INSERT INTO tasks (owner_id, assistant_id, sequence_order) SELECT owner_id, id, 0 FROM a RETURNING id),
     g AS (INSERT INTO pages (owner_id, creator_id) SELECT id, 'page' FROM u RETURNING guid)
     INSERT INTO page_postings (owner_id, assistant_id, task_id, page_guid, status, status_since, queued_at, sequence_order, run_index, delay_hours, gap_hours)
     SELECT a.owner_id, a.id, t.id, g.guid, $2, now() - $3 * interval '1 minute', now(), 0, 0, 0, 0 FROM a, t, g RETURNING id`,
    [randomUUID(), status, minutesAgo],
  );
  postingId = rows[0]?.id as string;
};
const enqueue = () => pool().query(`SELECT ${renderPictureJobSql('$1::uuid')}`, [postingId]);
const runnableJobs = async () =>
  (await pool().query('SELECT key FROM graphile_worker.jobs WHERE attempts < max_attempts')).rows.map((job) => job.key);

beforeEach(async () => {
  await pool().query('DELETE FROM graphile_worker._private_jobs');
  await pool().query('DELETE FROM page_postings');
});

test('a posting whose picture has no job gets one again, once', async () => {
  await buildPosting('posted', 3);
  expect(await sweepLostPictures(pool())).toBe(1);
  expect(await runnableJobs()).toEqual([`picture:${postingId}`]);
  expect(await sweepLostPictures(pool())).toBe(0);
});

test('so does one whose job failed for good', async () => {
  await buildPosting('posted', 3);
  await enqueue();
  await pool().query('UPDATE graphile_worker._private_jobs SET attempts = max_attempts');
  expect(await sweepLostPictures(pool())).toBe(1);
  expect(await runnableJobs()).toEqual([`picture:${postingId}`]);
});

test('a job that waits or runs, its last attempt included, is left alone', async () => {
  await buildPosting('posted', 3);
  await enqueue();
  expect(await sweepLostPictures(pool())).toBe(0);
  await pool().query(
    `UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = 'pool-1', attempts = max_attempts`,
  );
  expect(await sweepLostPictures(pool())).toBe(0);
});

test.each([
  ['posted', 1],
  ['completed', 60],
  ['failed', 60],
])('a posting that is %s for %d minutes gets none', async (status, minutesAgo) => {
  await buildPosting(status, minutesAgo);
  expect(await sweepLostPictures(pool())).toBe(0);
});
