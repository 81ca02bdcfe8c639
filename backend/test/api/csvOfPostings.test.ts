import { listDetailedPostings, POSTING_SORTS, type QueryOf, requestExport } from '@flyerdeck/contracts';
import { useTestServer } from '../testServer.ts';
import { dateTimeTextInIndia, INDIA, readCsv } from './csvFiles.testing.ts';
import { type Person, signUpAdmin } from './people.testing.ts';
import { type PostingOwner, signUpPosting } from './postingOwner.testing.ts';
import { setTimes } from './postingTimes.testing.ts';

/** The CSV file of the postings has the rows, the order and the texts of the screen, read back by two parsers. */
const server = useTestServer();
const NAMES = ['Zoë "Z", Adams', 'Борис Ёлкин', 'ليلى، نور', '王小明', 'प्रिया 🎉 🧑‍🎤'];
let admin: Person;
const owners: PostingOwner[] = [];

beforeAll(async () => {
  admin = await signUpAdmin(server);
  for (const [index, name] of NAMES.entries()) {
    const owner = await signUpPosting(server, {
      flyers: [`${name}\nsecond line`, ''],
      pages: [name, `${name} 2`],
      name,
    });
    owners.push(owner);
    const until = (['failed', 'completed', 'posted', 'unconfirmed', 'claimed'] as const)[index] ?? 'claimed';
    const id = await owner.post(owner.pages[0], until);
    await setTimes(server, id, {
      pending_ms: 250 + index * 50,
      posting_ms: 61_249,
      posting_visits: 3,
      retry_count: index % 3,
    });
  }
});

type Posting = Awaited<ReturnType<typeof listAll>>[number];
const listAll = async (query: object) => {
  const { json } = await server.call(listDetailedPostings, { as: admin.as, query: { ...query, limit: 200 } });
  return json.postings;
};

const secondsText = (ms: number) => `${(ms / 1_000).toFixed(1)}s`;

/** The texts of a row on the screen (postingColumns.tsx). */
function screenRow(posting: Posting): string[] {
  const time = (status: string) => {
    const duration = posting.status_durations[status];
    if (!duration) return 'N/A';
    return `${secondsText(duration.total_ms)}${duration.visits > 1 ? `×${duration.visits}` : ''}`;
  };
  const label = posting.status.charAt(0).toUpperCase() + posting.status.slice(1);
  const isOpen = posting.is_unconfirmed || !['completed', 'failed'].includes(posting.status);
  return [
    ...[label, posting.task_description || 'No description', posting.assistant_name, posting.page_name, posting.guid],
    ...[dateTimeTextInIndia(posting.updated_at), dateTimeTextInIndia(posting.created_at)],
    ...[time('pending'), time('posting'), time('posted'), time('failed')],
    ...[secondsText(posting.total_duration), String(posting.retry_count), isOpen ? '0 min' : 'N/A'],
    ...['pending', 'posting', 'posted', 'failed'].map((status) =>
      String(posting.status_durations[status]?.total_ms ?? ''),
    ),
    posting.id,
  ];
}
const COLUMNS = [
  ...['Status', 'Description', 'Assistant', 'Page name', 'Page', 'Last Update', 'Created'],
  ...['Pending', 'Posting', 'Posted', 'Failed', 'Total', 'Retries', 'Unchanged'],
  ...['Pending ms', 'Posting ms', 'Posted ms', 'Failed ms', 'ID'],
];

/** Equal only if the list is not empty. */
async function expectEqualToScreen(query: object): Promise<Posting[]> {
  const listed = await listAll(query);
  expect(listed).not.toEqual([]);
  const { json } = await server.call(requestExport, {
    as: admin.as,
    body: { list: 'postings', ...query, time_zone: INDIA },
  });
  const file = await (await fetch(`${server.baseUrl}${json.download_url}`)).text();
  expect(readCsv(file).map((row) => COLUMNS.map((column) => row[column]))).toEqual(listed.map(screenRow));
  return listed;
}

test.each(POSTING_SORTS.flatMap((sort_by) => ([1, -1] as const).map((sort_order) => ({ sort_by, sort_order }))))(
  'equals the screen by $sort_by $sort_order',
  async (query) => {
    expect(await expectEqualToScreen(query)).toHaveLength(NAMES.length * 4);
  },
);

const FILTERS: readonly [string, (owner: PostingOwner) => QueryOf<typeof listDetailedPostings>][] = [
  ['a search', () => ({ search: 'ёлкин' })],
  ['a short search', () => ({ search: 'e' })],
  ['an owner', ({ telegramId }) => ({ owner: telegramId })],
  ['a page', ({ pages }) => ({ guid: pages[0]?.guid ?? '' })],
  ['an assistant', ({ assistantId }) => ({ assistant: assistantId })],
  ['a status', () => ({ status: 'failed' })],
  ['stuck work', () => ({ stuck: 'any', stuck_minutes: 0 })],
  ['a time', () => ({ created_from: new Date(Date.now() - 3_600_000).toISOString() })],
  ['all of them', ({ telegramId }) => ({ search: '王', owner: telegramId, status: 'failed', stuck: 'unconfirmed' })],
];
test.each(FILTERS)('equals the screen with the filter %s', async (_, filterOf) => {
  // The owner of the unconfirmed posting.
  await expectEqualToScreen(filterOf(owners[3] as PostingOwner));
});
