import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import pLimit from 'p-limit';
import type { PoolClient, QueryConfig } from 'pg';
import { dbOn } from '../../../test/dbOn.ts';
import { type BuiltPage, buildPage, buildQueuedAssistant, buildUser } from '../../../test/factories.ts';
import { useTestDatabase } from '../../../test/testDatabase.ts';
import { STORIES_TIMEOUT_MS, tryStories } from '../../../test/tryStories.ts';
import { createDeviceCalls } from '../../pages/device/extension.service.ts';
import { hashSecret } from '../../server/security/secrets.ts';
import { heartbeat, posted, type ReportRow, submitting } from '../report/report.query.ts';
import { claimPosting } from './claim.query.ts';

const database = useTestDatabase();
const db = () => database.db;
const PAGES_OF_OWNER = 4;
const LEASE = 60;

interface Owner {
  readonly id: string;
  readonly pages: readonly BuiltPage[];
  readonly assistants: readonly string[];
}

/** Each page has two postings of each of two assistants. */
async function buildOwner(): Promise<Owner> {
  const { id } = await buildUser(db(), { posting: true });
  const pages: BuiltPage[] = [];
  for (let n = 0; n < PAGES_OF_OWNER; n++) pages.push(await buildPage(db(), id, { name: n === 0 ? '' : `Page ${n}` }));
  const rules = { start_delay_hours: 1, delay_between_tasks_hours: 2 };
  const first = await buildQueuedAssistant(db(), id, { pages, flyers: ['a', 'b'], rules });
  const second = await buildQueuedAssistant(db(), id, { pages, flyers: ['c', 'd'] });
  return { id, pages, assistants: [first.id, second.id] };
}

let owners: Owner[] = [];
beforeAll(async () => {
  owners = [await buildOwner(), await buildOwner()];
});

const PAGE_STATES = {
  plain: 'SELECT $1::uuid',
  paid: `UPDATE pages SET paid_until = now() + interval '5 hours' WHERE guid = $1`,
  'paid before': `UPDATE pages SET paid_until = now() - interval '5 hours' WHERE guid = $1`,
  'unused charge': `UPDATE pages SET paid_until = now() - interval '1 hour', unused_charge_id = gen_random_uuid() WHERE guid = $1`,
  'unused charge of today': `UPDATE pages SET paid_until = now() + interval '1 hour', unused_charge_id = gen_random_uuid() WHERE guid = $1`,
  'logged out': `UPDATE pages SET health = 'logged_out' WHERE guid = $1`,
  unlinked: 'UPDATE pages SET unlinked_at = now() WHERE guid = $1',
  'with a limit': 'UPDATE pages SET max_posts_in_24_hours = 1 WHERE guid = $1',
  'outside its hours': `UPDATE pages SET posting_hours_zone = 'UTC', posting_hours_from = to_char(now() AT TIME ZONE 'UTC' + interval '2 hours', 'HH24:MI')::time,
    posting_hours_until = to_char(now() AT TIME ZONE 'UTC' + interval '3 hours', 'HH24:MI')::time WHERE guid = $1`,
  'nothing pending': `UPDATE page_postings SET status = 'failed' WHERE page_guid = $1`,
  'published before': `UPDATE page_postings SET status = 'failed', error_code = 'unconfirmed', run_index = 0, publish_at = now() + interval '1 hour'
    WHERE id = (SELECT id FROM page_postings WHERE page_guid = $1 ORDER BY queued_at, sequence_order LIMIT 1)`,
  claimed: 'SELECT claim_posting($1, NULL, decode(repeat($2, 32), $3), 60)',
} as const;
const OWNER_STATES = {
  plain: 'SELECT $1::uuid',
  'switched off': 'UPDATE users SET is_posting_active = false WHERE id = $1',
  deactivated: 'UPDATE users SET is_active = false WHERE id = $1',
  'two fees left': 'UPDATE users SET credits_balance = 25 WHERE id = $1',
  'nothing left': 'UPDATE users SET credits_balance = 3 WHERE id = $1',
} as const;
const ASSISTANT_STATES = {
  plain: 'SELECT $1::uuid',
  started: `UPDATE assistants SET started_at = now() - interval '3 hours' WHERE id = $1`,
  paused: `UPDATE assistants SET pause_reason = 'user' WHERE id = $1`,
  deleted: 'UPDATE assistants SET deleted_at = now() WHERE id = $1',
} as const;
const keysOf = <T extends object>(states: T) => Object.keys(states) as (keyof T)[];

const situation = fc.record({
  owners: fc.array(
    fc.record({
      state: fc.oneof(
        { weight: 2, arbitrary: fc.constant('plain' as const) },
        fc.constantFrom(...keysOf(OWNER_STATES)),
      ),
      assistants: fc.tuple(fc.constantFrom(...keysOf(ASSISTANT_STATES)), fc.constantFrom(...keysOf(ASSISTANT_STATES))),
      pages: fc.array(
        fc.oneof({ weight: 5, arbitrary: fc.constant('plain' as const) }, fc.constantFrom(...keysOf(PAGE_STATES))),
        { minLength: PAGES_OF_OWNER, maxLength: PAGES_OF_OWNER },
      ),
    }),
    { minLength: 2, maxLength: 2 },
  ),
  /** Positions of pages whose reports have a wrong token. */
  wrongTokens: fc.subarray(Array.from({ length: 2 * PAGES_OF_OWNER }, (_, n) => n)),
  submitted: fc.boolean(),
});

/** All that claims and reports change, without random ids. */
const STATE = `SELECT json_build_object(
  'users', (SELECT json_agg(u ORDER BY id) FROM (SELECT id, credits_balance, credits_spent FROM users) u),
  'ledger', (SELECT json_agg(c ORDER BY user_id, place) FROM (
    SELECT user_id, row_number() OVER (PARTITION BY user_id ORDER BY seq) AS place, amount, balance_after, description, page_guid, posting_id,
      transaction_type FROM credit_transactions) c),
  'pages', (SELECT json_agg(g ORDER BY guid) FROM (
    SELECT p.guid, paid_until, credits_charged, coalesce(c.posting_id::text, 'none') AS charged_for, unused_charge_id IS NULL AS is_used
    FROM pages p LEFT JOIN credit_transactions c ON c.id = unused_charge_id) g),
  'flight', (SELECT json_agg(f ORDER BY page_guid) FROM in_flight f),
  'postings', (SELECT json_agg(p ORDER BY id) FROM (
    SELECT (to_jsonb(p) - 'charge_id') || jsonb_build_object('charged_for', c.posting_id) AS row, p.id
    FROM page_postings p LEFT JOIN credit_transactions c ON c.id = p.charge_id) p),
  'steps', (SELECT json_agg(s ORDER BY posting_id, nth) FROM (
    SELECT posting_id, row_number() OVER (PARTITION BY posting_id ORDER BY id) AS nth, from_status, to_status, duration_ms
    FROM posting_transitions) s),
  'tasks', (SELECT json_agg(t ORDER BY id) FROM tasks t),
  'assistants', (SELECT json_agg(a ORDER BY id) FROM assistants a),
  'screenshots', (SELECT json_agg(s ORDER BY posting_id) FROM (SELECT posting_id, owner_id, tries FROM pending_screenshots) s)
) AS state`;

const tokenOf = (position: number) => hashSecret(`token ${position}`);

async function setUp(
  client: PoolClient,
  { owners: states }: typeof situation extends fc.Arbitrary<infer T> ? T : never,
) {
  for (const [nth, owner] of owners.entries()) {
    const state = states[nth];
    if (!state) throw new Error('no state');
    for (const [place, page] of owner.pages.entries()) {
      const change = state.pages[place] ?? 'plain';
      await client.query(PAGE_STATES[change], change === 'claimed' ? [page.guid, 'ab', 'hex'] : [page.guid]);
    }
    for (const [place, assistant] of owner.assistants.entries()) {
      await client.query(ASSISTANT_STATES[state.assistants[place] ?? 'plain'], [assistant]);
    }
    await client.query(OWNER_STATES[state.state], [owner.id]);
  }
}

test(
  'a batch of claims and reports does what the same calls do one by one',
  async () => {
    const pages = owners.flatMap((owner) => owner.pages).sort((a, b) => (a.guid < b.guid ? -1 : 1));
    const claims = pages.map(({ guid }, position) => ({
      pageGuid: guid,
      deviceId: randomUUID(),
      tokenHash: tokenOf(position),
      leaseSeconds: LEASE,
    }));
    const client = await database.pool.connect();
    const oneAtATime = pLimit(1);
    const on = dbOn({ query: (statement: QueryConfig) => oneAtATime(() => client.query(statement)) });
    try {
      await tryStories(situation, async (given) => {
        const reportOf = (position: number, postingId: string) => ({
          secretHash: hashSecret(pages[position]?.deviceSecret ?? ''),
          postingId,
          tokenHash: given.wrongTokens.includes(position) ? hashSecret('wrong') : tokenOf(position),
          leaseSeconds: LEASE,
          externalPostId: `post ${position}`,
          postedAt: null,
        });
        const essenceOf = (row: ReportRow | undefined) => (row?.moved ? ['moved', row.lease_expires_at ?? null] : row);
        const stateNow = async () => (await client.query(STATE)).rows[0].state;

        await client.query('BEGIN');
        await setUp(client, given);
        await client.query('SAVEPOINT given');
        const { rows } = await client.query<{ page_guid: string; outcome: string }>(
          'SELECT page_guid, outcome FROM claim_postings($1, $2, $3, $4)',
          [
            pages.map(({ guid }) => guid),
            claims.map(({ deviceId }) => deviceId),
            claims.map(({ tokenHash }) => tokenHash),
            LEASE,
          ],
        );
        const alone = new Set(rows.filter(({ outcome }) => outcome === 'alone').map((row) => row.page_guid));
        await client.query('ROLLBACK TO given');

        const calls = createDeviceCalls(on);
        const claimed = await Promise.all(claims.map((claim) => calls.claim(claim)));
        const reports = claimed.flatMap((outcome, position) =>
          outcome.claimed ? [reportOf(position, outcome.claimed.id)] : [],
        );
        const answers = [await Promise.all(reports.map((report) => calls.report.heartbeat(report)))];
        if (given.submitted) answers.push(await Promise.all(reports.map((report) => calls.report.submitting(report))));
        answers.push(await Promise.all(reports.map((report) => calls.report.posted(report))));
        const inBatches = { claimed, answers: answers.map((row) => row.map(essenceOf)), state: await stateNow() };
        await client.query('ROLLBACK TO given');

        const one = claims.map((): Awaited<ReturnType<typeof claimPosting>> => ({ outcome: 'nothing', claimed: null }));
        const order = [...claims.keys()].sort(
          (a, b) => Number(alone.has(pages[a]?.guid ?? '')) - Number(alone.has(pages[b]?.guid ?? '')) || a - b,
        );
        for (const position of order) {
          const claim = claims[position];
          if (claim) one[position] = await claimPosting(on, claim);
        }
        const oneByOne: (ReportRow | undefined)[][] = [];
        for (const send of given.submitted ? [heartbeat, submitting] : [heartbeat]) {
          const rowsOfReports: (ReportRow | undefined)[] = [];
          for (const { secretHash, postingId, tokenHash } of reports) {
            rowsOfReports.push((await send(on, [secretHash, postingId, tokenHash, LEASE]))[0]);
          }
          oneByOne.push(rowsOfReports);
        }
        const ends: (ReportRow | undefined)[] = [];
        for (const { secretHash, postingId, tokenHash, externalPostId } of reports) {
          ends.push((await posted(on, [secretHash, postingId, tokenHash, externalPostId, null]))[0]);
        }
        oneByOne.push(ends);
        const state = await stateNow();
        await client.query('ROLLBACK');
        expect(inBatches).toEqual({ claimed: one, answers: oneByOne.map((row) => row.map(essenceOf)), state });
      });
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  },
  STORIES_TIMEOUT_MS,
);
