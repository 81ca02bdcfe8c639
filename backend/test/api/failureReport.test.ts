import {
  FAILURES_BY,
  getFailureReport,
  listDetailedPostings,
  type PostingSort,
  type QueryOf,
} from '@flyerdeck/contracts';
import { requeue } from '../../src/postings/retry/retryPostings.ts';
import { useTestServer } from '../testServer.ts';
import { describeCall } from './describeCall.testing.ts';
import { useAdmin } from './people.testing.ts';
import { type PostingOwner, signUpPosting } from './postingOwner.testing.ts';

const server = useTestServer();
const admin = useAdmin(server);
let owner: PostingOwner;
const query = (text: string, values: unknown[]) => server.context.pool.query(text, values);
const report = async (by: (typeof FAILURES_BY)[number], days: 1 | 7 | 30 | 90 = 7) =>
  (await server.call(getFailureReport, { as: admin.as, query: { by, days } })).json;
const listed = async (filter: QueryOf<typeof listDetailedPostings>) =>
  (await server.call(listDetailedPostings, { as: admin.as, query: { sort_by: 'createdAt' as PostingSort, ...filter } }))
    .json;

const OTHER = 'Another reason.';
let failed: string[];
let message: string;
beforeAll(async () => {
  owner = await signUpPosting(server, { flyers: ['one', 'two'], pages: ['Luna', 'Mila'] });
  await query('UPDATE pages SET site_pack_version = 7, extension_version = $2 WHERE guid = $1', [
    owner.pages[0]?.guid,
    '1.2.3',
  ]);
  failed = [];
  for (const page of [0, 0, 1, 1]) failed.push(await owner.post(owner.pages[page], 'failed'));
  const { rows } = await query('SELECT error_message FROM page_postings WHERE id = $1', [failed[0]]);
  message = rows[0].error_message;
  await query("UPDATE posting_transitions SET error_message = $2 WHERE posting_id = $1 AND to_status = 'failed'", [
    failed[3],
    OTHER,
  ]);
  // Failed two days ago, and is in the queue again.
  await query(
    "UPDATE posting_transitions SET at = at - interval '2 days' WHERE posting_id = $1 AND to_status = 'failed'",
    [failed[0]],
  );
  const { rows: state } = await query('SELECT id, owner_id, transitions_count FROM page_postings WHERE id = $1', [
    failed[0],
  ]);
  await requeue(server.context.db, state);
});

describeCall(server, getFailureReport, ({ succeeds }) => {
  succeeds('counts failures by day and by hour, also of postings that were retried since', async () => {
    const { parts, groups, since } = await report('message');
    expect(parts).toHaveLength(7);
    expect(parts[0]?.at).toBe(since);
    expect(parts.map(({ failures }) => failures)).toEqual([0, 0, 0, 0, 1, 0, 3]);
    expect(groups).toEqual([
      { key: message, label: message, failures: 3, postings: 3, counts: [0, 0, 0, 0, 1, 0, 2] },
      { key: OTHER, label: OTHER, failures: 1, postings: 1, counts: [0, 0, 0, 0, 0, 0, 1] },
    ]);
    const hours = await report('message', 1);
    expect(hours.parts).toHaveLength(24);
    expect(hours.parts.at(-1)?.failures).toBe(3);
  });
});

test('the list that a group links to has exactly its postings', async () => {
  const names = { message: 'failure', page: 'guid', site_pack: 'failed_pack', extension: 'failed_extension' } as const;
  for (const by of FAILURES_BY) {
    const { since, groups } = await report(by);
    for (const { key, postings } of groups.filter((group) => group.key !== '')) {
      const filter = { [names[by]]: by === 'site_pack' ? Number(key) : key, failed_from: since };
      expect((await listed(filter)).postings).toHaveLength(postings);
    }
  }
  const today = new Date().toISOString().slice(0, 10);
  const { postings } = await listed({ failure: message, failed_from: `${today}T00:00:00Z` });
  expect(postings.map(({ id }) => id).sort()).toEqual([failed[1], failed[2]].sort());
});
