import { deviceOf } from '../../../test/deviceCalls.ts';
import { type BuiltPage, buildAssistant, buildPage, buildQueuedAssistant, buildUser } from '../../../test/factories.ts';
import { useTestDatabase } from '../../../test/testDatabase.ts';
import { listTasksByStatus } from './tasks.query.ts';

const database = useTestDatabase();
type Counts = Partial<Record<'pending' | 'posting' | 'posted' | 'completed' | 'failed', number>>;

async function status(counts: Counts, { isNext = false, postingOn = true } = {}): Promise<string> {
  const { pending = 0, posting = 0, posted = 0, completed = 0, failed = 0 } = counts;
  const [row] = await database.db.query(
    'SELECT status_now(status_by_counts($1, $2, $3, $4, $5), $2, $6, $7) AS status',
    [pending, posting, posted, completed, failed, isNext, postingOn],
  );
  return row.status;
}

describe('the status of a task', () => {
  it.each([
    ['no postings', {}, 'waiting'],
    ['nothing claimed yet', { pending: 3 }, 'in_queue'],
    ['one posting in flight', { pending: 2, posting: 1 }, 'posting'],
    ['its only posting in flight', { posting: 1 }, 'posting'],
    ['some completed and some waiting', { pending: 1, completed: 1 }, 'posting'],
    ['some failed and some waiting', { pending: 1, failed: 1 }, 'posting'],
    ['all posted, some without a screenshot', { posted: 2, completed: 1 }, 'posted'],
    ['some posted, some failed', { posted: 1, failed: 1 }, 'partially_posted'],
    ['all completed', { completed: 2 }, 'completed'],
    ['some completed, some failed', { completed: 1, failed: 1 }, 'partially_completed'],
    ['all failed', { failed: 2 }, 'failed'],
  ] as const)(
    'is derived from the numbers of its postings: %s [4.3-02, 4.3-04, 4.3-05, 4.3-06, 4.3-07, 4.3-08, 4.3-09]',
    async (_what, counts, expected) => {
      expect(await status(counts)).toBe(expected);
    },
  );

  it.each([true, false])(
    'is stored correctly for every combination of counts, and as archived for archived tasks, with posting on: %s',
    async (postingOn) => {
      const owner = await buildUser(database.db, { posting: postingOn });
      const { id } = await buildAssistant(database.db, owner.id, { flyers: [] });
      await database.db.query(
        `INSERT INTO tasks (owner_id, assistant_id, sequence_order, pending_count, posting_count, posted_count, completed_count, failed_count, archived_at)
       SELECT $1, $2, 0, a, b, c, d, e, CASE WHEN archived THEN now() END
       FROM generate_series(0, 2) a, generate_series(0, 2) b, generate_series(0, 2) c, generate_series(0, 2) d, generate_series(0, 2) e,
         unnest('{true,false}'::bool[]) archived`,
        [owner.id, id],
      );
      const [counts] = await database.db.query(
        `SELECT count(*)::int AS tasks, count(*) FILTER (WHERE archived_at IS NOT NULL AND stored_status <> 'archived')::int AS unarchived,
         count(*) FILTER (WHERE archived_at IS NULL AND stored_status <>
           status_by_counts(pending_count, posting_count, posted_count, completed_count, failed_count))::int AS wrong
       FROM tasks WHERE owner_id = $1`,
        [owner.id],
      );
      expect(counts).toEqual({ tasks: 486, unarchived: 0, wrong: 0 });
      const next = await database.db.query('SELECT task_id FROM next_tasks WHERE owner_id = $1', [owner.id]);
      expect(next).toHaveLength(postingOn ? 1 : 0);
      const archived = await listTasksByStatus(database.db, owner.id, ['archived']);
      expect(new Set(archived.map((task) => task.status))).toEqual(new Set(['archived']));
      expect(await listTasksByStatus(database.db, owner.id, ['pending'])).toHaveLength(postingOn ? 1 : 0);
    },
  );

  it('is pending for the first unclaimed task of each assistant, also of assistants with the same pages', async () => {
    const owner = await buildUser(database.db, { posting: true });
    const page = await buildPage(database.db, owner.id);
    const other = await buildPage(database.db, owner.id);
    const queue = (name: string, pages: BuiltPage[]) =>
      buildQueuedAssistant(database.db, owner.id, { pages, flyers: [`${name} 1`, `${name} 2`, `${name} 3`] });
    const first = await queue('first', [page, other]);
    await queue('second on the same page', [page]);
    const pending = async () =>
      (await listTasksByStatus(database.db, owner.id, ['pending'])).map((task) => task.description);
    expect(await pending()).toEqual(['first 1', 'second on the same page 1']);

    await deviceOf(database.db, page).claim();
    expect(await pending()).toEqual(['first 2', 'second on the same page 1']);

    await database.db.query(`UPDATE assistants SET pause_reason = 'user' WHERE id = $1`, [first.id]);
    expect(await pending()).toEqual(['second on the same page 1']);

    await database.db.query('UPDATE users SET is_active = false WHERE id = $1', [owner.id]);
    expect(await pending()).toEqual([]);
  });
});
