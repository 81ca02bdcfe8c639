import { exportDetailedPostings, listDetailedPostings, type QueryOf } from '@flyerdeck/contracts';
import { useTestServer } from '../../test/testServer.ts';
import { readCsv } from './csvFiles.testing.ts';
import { type Person, signUpAdmin } from './people.testing.ts';
import { type PostingOwner, signUpPosting } from './postingOwner.testing.ts';

/** The CSV file of the postings has the rows and the durations of the list. */
const server = useTestServer();
let admin: Person;
beforeAll(async () => {
  admin = await signUpAdmin(server);
});

const rowsOf = async (download_url: string) => readCsv(await (await fetch(`${server.baseUrl}${download_url}`)).text());

describe('an export of postings', () => {
  let owner: PostingOwner;
  beforeAll(async () => {
    owner = await signUpPosting(server, { flyers: ['a', 'b', 'c', 'd', 'e'], pages: ['One', 'Two'] });
    const [one, two] = owner.pages;
    for (const until of ['failed', 'completed', 'posted', 'unconfirmed'] as const) await owner.post(one, until);
    await owner.post(two, 'completed');
    await owner.post(two, 'claimed');
  });
  const TIMES = { pending: 'Pending ms', posting: 'Posting ms', posted: 'Posted ms', failed: 'Failed ms' } as const;

  const HOUR_MS = 3_600_000;
  const FILTERS: readonly [string, () => QueryOf<typeof listDetailedPostings>][] = [
    ['a search', () => ({ search: 'one' })],
    ['a short search', () => ({ search: 'e' })],
    ['an owner', () => ({ owner: owner.telegramId })],
    ['a page', () => ({ guid: owner.pages[0]?.guid ?? '' })],
    ['an assistant', () => ({ assistant: owner.assistantId })],
    ['a status', () => ({ status: 'failed' })],
    ['stuck work', () => ({ stuck: 'any', stuck_minutes: 0 })],
    ['a time', () => ({ created_from: new Date(Date.now() - HOUR_MS).toISOString() })],
    ['all of them', () => ({ search: 'one', owner: owner.telegramId, status: 'failed', stuck: 'unconfirmed' })],
  ];
  test.each(FILTERS)('with the filter %s has exactly the rows of the list', async (_, filterOf) => {
    for (const sort_by of ['updatedAt', 'total', 'unchanged'] as const) {
      const query = { ...filterOf(), sort_by };
      const { json: list } = await server.call(listDetailedPostings, { as: admin.as, query });
      const { json } = await server.call(exportDetailedPostings, { as: admin.as, body: query });
      expect(list.total).toBeGreaterThan(0);
      expect((await rowsOf(json.download_url)).map((row) => row.ID)).toEqual(list.postings.map(({ id }) => id));
    }
  });

  test('leaves a duration empty that the list does not have', async () => {
    const { json: list } = await server.call(listDetailedPostings, { as: admin.as, query: { sort_by: 'createdAt' } });
    const { json } = await server.call(exportDetailedPostings, { as: admin.as, body: { sort_by: 'createdAt' } });
    const rows = await rowsOf(json.download_url);
    const times = rows.map((row) => Object.values(TIMES).map((header) => row[header]));
    const statuses = Object.keys(TIMES);
    expect(times).toEqual(
      list.postings.map(({ status_durations }) =>
        statuses.map((status) => String(status_durations[status]?.total_ms ?? '')),
      ),
    );
    expect(new Set(times.flat().map((time) => time === ''))).toEqual(new Set([true, false]));
  });
});
