import { listDetailedPostings, POSTING_SORTS, type QueryOf } from '@flyerdeck/contracts';
import { useTestServer } from '../../test/testServer.ts';
import { completePosting } from '../postings/completePosting.query.ts';
import { type Person, signUpAdmin } from './people.testing.ts';
import { type PostingOwner, signUpPosting } from './postingOwner.testing.ts';

/** A walk finds each posting exactly once while claims, reports and retries change postings (decision 0041). */
const server = useTestServer();
const LIMIT = 4;
const PAGES = 14;
let admin: Person;
beforeAll(async () => {
  admin = await signUpAdmin(server);
});

type Query = QueryOf<typeof listDetailedPostings>;
const pageOf = async (query: Query) => {
  const { status, json } = await server.call(listDetailedPostings, { as: admin.as, query });
  expect(status).toBe(200);
  return json;
};

/** Two postings on each page, some of them ended, some in progress, some waiting. */
async function buildPostings(word: string): Promise<PostingOwner> {
  const pages = Array.from({ length: PAGES }, (_, index) => `Page ${index}`);
  const owner = await signUpPosting(server, { flyers: [`${word} one`, `${word} two`], pages, name: word });
  await server.context.pool.query(`UPDATE pages SET paid_until = now() + interval '1 day' WHERE owner_id = $1`, [
    owner.id,
  ]);
  for (const [index, until] of (
    ['failed', 'completed', 'posted', 'unconfirmed', 'claimed', 'failed'] as const
  ).entries()) {
    await owner.post(owner.pages[index], until);
  }
  return owner;
}

const idsOf = async (owner: PostingOwner): Promise<string[]> =>
  (await server.context.pool.query('SELECT id FROM page_postings WHERE owner_id = $1', [owner.id])).rows.map(
    ({ id }) => id,
  );

/** Claims and reports on two further pages, and a retry. Pages at the end are used first. */
function changesOf(owner: PostingOwner) {
  let next = PAGES;
  const outcomes = ['claimed', 'failed', 'completed', 'posted', 'unconfirmed'] as const;
  return async () => {
    for (let change = 0; change < 2 && next > 6; change++) {
      next -= 1;
      await owner.post(owner.pages[next], outcomes[next % outcomes.length] ?? 'claimed');
    }
    await server.context.pool.query(
      `UPDATE page_postings SET status = 'pending', retry_count = retry_count + 1, error_code = NULL, error_message = NULL
       WHERE id = (SELECT id FROM page_postings WHERE owner_id = $1 AND status = 'failed' ORDER BY md5(id::text) LIMIT 1)`,
      [owner.id],
    );
  };
}

/** The ids on all pages. `change` runs after each page. */
async function walk(query: Query, change: () => Promise<void>, { byNumber = false } = {}): Promise<string[]> {
  const found: string[] = [];
  let after: string | undefined;
  for (let page = 1; ; page++) {
    const { postings, next } = await pageOf({ limit: LIMIT, ...query, page, ...(after && !byNumber && { after }) });
    found.push(...postings.map(({ id }) => id));
    if (!next) return found;
    after = next;
    await change();
  }
}

let lastWord = 0;
const newWord = () => `walk${++lastWord}x`;

test.each(POSTING_SORTS.flatMap((sort_by) => ([1, -1] as const).map((sort_order) => ({ sort_by, sort_order }))))(
  'a walk over all pages of a search finds each posting exactly once by $sort_by $sort_order',
  async (order) => {
    const word = newWord();
    const owner = await buildPostings(word);
    const found = await walk({ search: word, ...order }, changesOf(owner));
    expect(found.toSorted()).toEqual((await idsOf(owner)).toSorted());
  },
);

test('a walk over all pages of an owner finds each posting exactly once', async () => {
  const owner = await buildPostings(newWord());
  const found = await walk({ owner: owner.telegramId }, changesOf(owner));
  expect(found.toSorted()).toEqual((await idsOf(owner)).toSorted());
});

test.each(POSTING_SORTS)('a walk over all postings finds each exactly once by %s', async (sort_by) => {
  const owner = await buildPostings(newWord());
  const found = await walk({ sort_by, sort_order: -1, limit: 60 }, changesOf(owner));
  const { rows } = await server.context.pool.query('SELECT id FROM page_postings');
  expect(found.toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
});

test('a change that began before the first page and is committed after it counts as later', async () => {
  const word = newWord();
  const owner = await buildPostings(word);
  const posted = await owner.post(owner.pages[10], 'posted');
  const found: string[] = [];
  await server.context.db.transaction(async (manager) => {
    await completePosting(manager, posted, { screenshotError: 'No browser.' });
    const first = await pageOf({ search: word, limit: LIMIT });
    found.push(first.next ?? '', ...first.postings.map(({ id }) => id));
  });
  let after: string | null = found.shift() ?? null;
  while (after) {
    const { postings, next }: Awaited<ReturnType<typeof pageOf>> = await pageOf({ search: word, limit: LIMIT, after });
    found.push(...postings.map(({ id }) => id));
    after = next;
  }
  expect(found.toSorted()).toEqual((await idsOf(owner)).toSorted());
});

test('a walk by page numbers misses postings, so these tests can fail', async () => {
  const word = newWord();
  const owner = await buildPostings(word);
  const found = await walk({ search: word }, changesOf(owner), { byNumber: true });
  expect(new Set(found).size).toBeLessThan((await idsOf(owner)).length);
});
