import fc from 'fast-check';
import { deviceOf } from '../../test/device.ts';
import { type BuiltPage, buildAssistant, buildPage, buildQueuedAssistant, buildUser } from '../../test/factories.ts';
import { useTestDatabase } from '../../test/testDatabase.ts';
import { nextUpSql, taskStatusSql } from '../queue/line.ts';
import { countQueue } from '../queue/queue.query.ts';
import { deriveTaskStatus, type PostingCounts } from './taskStatus.ts';
import { listTasksByStatus } from './tasks.query.ts';

const database = useTestDatabase();
const NOTHING: PostingCounts = { pending: 0, posting: 0, posted: 0, completed: 0, failed: 0 };
const status = (counts: Partial<PostingCounts>, { isNext = false, switchOn = true } = {}) =>
  deriveTaskStatus({ archived: false, counts: { ...NOTHING, ...counts }, isNext, switchOn });

describe('the status of a task', () => {
  it.each([
    ['no posting', {}, 'waiting'],
    ['nothing claimed yet', { pending: 3 }, 'in_queue'],
    ['something in flight', { pending: 2, posting: 1 }, 'posting'],
    ['the only one in flight', { posting: 1 }, 'posting'],
    ['some done and some to go', { pending: 1, completed: 1 }, 'posting'],
    ['some failed and some to go', { pending: 1, failed: 1 }, 'posting'],
    ['all sent, pictures outstanding', { posted: 2, completed: 1 }, 'posted'],
    ['all sent but some failed', { posted: 1, failed: 1 }, 'partially_posted'],
    ['all done', { completed: 2 }, 'completed'],
    ['some done, some failed', { completed: 1, failed: 1 }, 'partially_completed'],
    ['all failed', { failed: 2 }, 'failed'],
  ] as const)('with %s is as the server design says', (_what, counts, expected) => {
    expect(status(counts)).toBe(expected);
  });

  it('is pending when nothing of it is claimed and it is the next task of its assistant with the switch on', () => {
    expect(status({ pending: 2 }, { isNext: true })).toBe('pending');
    expect(status({ pending: 1, completed: 1 }, { isNext: true })).toBe('posting');
  });

  it('is archived above all else', () => {
    fc.assert(
      fc.property(
        fc.record({
          pending: fc.nat(3),
          posting: fc.nat(3),
          posted: fc.nat(3),
          completed: fc.nat(3),
          failed: fc.nat(3),
        }),
        fc.boolean(),
        (counts, isNext) => {
          expect(deriveTaskStatus({ archived: true, counts, isNext, switchOn: isNext })).toBe('archived');
        },
      ),
    );
  });

  it('goes back to in_queue while posting is paused, so that Start Posting is in reach', () => {
    expect(status({ pending: 1, completed: 1 }, { switchOn: false })).toBe('in_queue');
    expect(status({ pending: 1, posting: 1, completed: 1 }, { switchOn: false })).toBe('posting');
    expect(status({ completed: 1, failed: 1 }, { switchOn: false })).toBe('partially_completed');
  });

  it.each([true, false])('is the same in SQL for every combination of counts, with the switch %s', async (switchOn) => {
    const owner = await buildUser(database.db, { posting: switchOn });
    const { id } = await buildAssistant(database.db, owner.id, { flyers: [] });
    await database.db.query(
      `INSERT INTO tasks (owner_id, assistant_id, sequence_order, pending_count, posting_count, posted_count, completed_count, failed_count, archived_at)
       SELECT $1, $2, 0, a, b, c, d, e, CASE WHEN archived THEN now() END
       FROM generate_series(0, 2) a, generate_series(0, 2) b, generate_series(0, 2) c, generate_series(0, 2) d, generate_series(0, 2) e,
         unnest('{true,false}'::bool[]) archived`,
      [owner.id, id],
    );
    const rows: (Record<`${keyof PostingCounts}_count`, number> & { id: string; status: string; archived: boolean })[] =
      await database.db.query(
        `WITH ${nextUpSql('$1')} SELECT t.*, t.archived_at IS NOT NULL AS archived, ${taskStatusSql('t', '$1')} AS status
         FROM tasks t WHERE t.owner_id = $1 ORDER BY t.sequence_order, t.id`,
        [owner.id],
      );
    expect(rows).toHaveLength(486);
    const statusOf = (row: (typeof rows)[number], isNext: boolean) => {
      const counts = {
        pending: row.pending_count,
        posting: row.posting_count,
        posted: row.posted_count,
        completed: row.completed_count,
        failed: row.failed_count,
      };
      return deriveTaskStatus({ archived: row.archived, counts, isNext, switchOn });
    };
    const next = rows.find((row) => switchOn && statusOf(row, false) === 'in_queue');
    expect(rows.map(({ id, status }) => ({ id, status }))).toEqual(
      rows.map((row) => ({ id: row.id, status: statusOf(row, row === next) })),
    );
    expect(rows.filter((row) => row.status === 'pending')).toHaveLength(switchOn ? 1 : 0);
  });

  it('lists a task as pending under that word alone, in the list and in the counts', async () => {
    const owner = await buildUser(database.db, { posting: true });
    const page = await buildPage(database.db, owner.id);
    await buildQueuedAssistant(database.db, owner.id, { pages: [page], flyers: ['next', 'later'] });
    const texts = async (...statuses: string[]) =>
      (await listTasksByStatus(database.db, owner.id, statuses)).map((task) => task.description);
    expect(await texts('pending', 'posting')).toEqual(['next']);
    expect(await texts('in_queue')).toEqual(['later']);
    expect(await texts()).toEqual(['next', 'later']);
    expect(await countQueue(database.db, [owner.id])).toEqual([
      { queue_count: 1, in_progress_count: 1, completed_count: 0, failed_count: 0 },
    ]);
  });

  it('is pending for the first unclaimed task of each assistant, whichever pages they are for', async () => {
    const owner = await buildUser(database.db, { posting: true });
    const page = await buildPage(database.db, owner.id);
    const other = await buildPage(database.db, owner.id);
    const queue = (name: string, pages: BuiltPage[]) =>
      buildQueuedAssistant(database.db, owner.id, { pages, flyers: [`${name} 1`, `${name} 2`, `${name} 3`] });
    const first = await queue('first', [page, other]);
    await queue('behind it on the same page', [page]);
    const pending = async () =>
      (await listTasksByStatus(database.db, owner.id, ['pending'])).map((task) => task.description);
    expect(await pending()).toEqual(['first 1', 'behind it on the same page 1']);

    await deviceOf(database.db, page).claim();
    expect(await pending()).toEqual(['first 2', 'behind it on the same page 1']);

    await database.db.query(`UPDATE assistants SET pause_reason = 'user' WHERE id = $1`, [first.id]);
    expect(await pending()).toEqual(['behind it on the same page 1']);

    await database.db.query('UPDATE users SET is_active = false WHERE id = $1', [owner.id]);
    expect(await pending()).toEqual([]);
  });
});
