import fc from 'fast-check';
import { useTestDatabase } from '../../test/testDatabase.ts';
import { buildAssistant, buildUser } from '../../test/factories.ts';
import { deriveTaskStatus, type PostingCounts } from './taskStatus.ts';

const database = useTestDatabase();
const NOTHING: PostingCounts = { pending: 0, posting: 0, posted: 0, completed: 0, failed: 0 };
const status = (counts: Partial<PostingCounts>, isNext = false, archived = false) =>
  deriveTaskStatus({ archived, counts: { ...NOTHING, ...counts }, isNext });

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

  it('is pending when nothing is claimed and it is at the head of a line with the switch on', () => {
    expect(status({ pending: 2 }, true)).toBe('pending');
    expect(status({ pending: 1, completed: 1 }, true)).toBe('posting');
  });

  it('is archived above all else', () => {
    fc.assert(
      fc.property(fc.record({ pending: fc.nat(3), posting: fc.nat(3), posted: fc.nat(3), completed: fc.nat(3), failed: fc.nat(3) }), fc.boolean(), (counts, isNext) => {
        expect(deriveTaskStatus({ archived: true, counts, isNext })).toBe('archived');
      }),
    );
  });

  it('is the same in SQL (tasks.stored_status) for every combination of counts', async () => {
    const owner = await buildUser(database.dataSource);
    const { id } = await buildAssistant(database.dataSource, owner.id, { flyers: [] });
    await database.dataSource.query(
      `INSERT INTO tasks (owner_id, assistant_id, sequence_order, pending_count, posting_count, posted_count, completed_count, failed_count, archived_at)
       SELECT $1, $2, 0, a, b, c, d, e, CASE WHEN archived THEN now() END
       FROM generate_series(0, 2) a, generate_series(0, 2) b, generate_series(0, 2) c, generate_series(0, 2) d, generate_series(0, 2) e,
         unnest('{true,false}'::bool[]) archived`,
      [owner.id, id],
    );
    const rows: (Record<`${keyof PostingCounts}_count`, number> & { stored_status: string; archived: boolean })[] =
      await database.dataSource.query('SELECT *, archived_at IS NOT NULL AS archived FROM tasks WHERE assistant_id = $1', [id]);
    expect(rows).toHaveLength(486);
    for (const row of rows) {
      const counts = {
        pending: row.pending_count,
        posting: row.posting_count,
        posted: row.posted_count,
        completed: row.completed_count,
        failed: row.failed_count,
      };
      expect(`${JSON.stringify(counts)} ${row.stored_status}`).toBe(
        `${JSON.stringify(counts)} ${deriveTaskStatus({ archived: row.archived, counts, isNext: false })}`,
      );
    }
  });
});
