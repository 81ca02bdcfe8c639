import { forecastAssistant, getAttention, getTask, pollDevice, setClaimPause } from '@flyerdeck/contracts';
import { claimPosting } from '../../src/postings/claim/claim.query.ts';
import { deviceOf } from '../deviceCalls.ts';
import { waitForLockWait } from '../locks.ts';
import { useTestServer } from '../testServer.ts';
import { describeCall } from './describeCall.testing.ts';
import { signUpAdmin, useAdmin } from './people.testing.ts';
import { type PostingOwner, signUpPosting } from './postingOwner.testing.ts';

const server = useTestServer();
const SENTENCE = 'The site is down. We wait for it.';
const admin = useAdmin(server);
let owner: PostingOwner;
beforeEach(async () => {
  owner = await signUpPosting(server, { flyers: ['one', 'two'], pages: ['A', 'B'] });
});
afterEach(() => resume());

const pause = (sentence = SENTENCE) => server.call(setClaimPause, { as: admin.as, body: { sentence } });
const resume = () => server.call(setClaimPause, { as: admin.as, body: { sentence: null } });
const deviceOfPage = (index: number) => deviceOf(server.context.db, owner.pages[index] as (typeof owner.pages)[number]);
const countEvents = async () => {
  const { rows } = await server.context.pool.query(
    `SELECT event, admin_id, details FROM audit_events WHERE event LIKE 'claims_%' ORDER BY seq`,
  );
  return rows;
};

describeCall(server, setClaimPause, ({ succeeds }) => {
  succeeds('stops all claims and says so, while postings that have begun end normally', async () => {
    const [first, second] = [deviceOfPage(0), deviceOfPage(1)];
    const claimed = await first.claim();
    await pause();
    expect(await second.poll()).toMatchObject({
      claimed: null,
      waitReason: 'claims_paused',
      awaitsHint: true,
      nextPollSeconds: 10,
    });
    await first.submitting(claimed);
    await first.posted(claimed);
    expect((await first.poll()).claimed).toBeNull();
    const secret = owner.pages[1]?.deviceSecret as string;
    const { json: poll } = await server.call(pollDevice, { as: secret, body: { extension_version: '1.0.0' } });
    expect(poll).toMatchObject({ posting: null, wait_reason: 'claims_paused' });
    const { json: task } = await server.call(getTask, { as: owner.as, params: { id: owner.taskId } });
    expect(JSON.stringify(task)).toContain('"wait_reason":"claims_paused"');
    expect((await server.call(getAttention, { as: owner.as })).json.posting_paused).toBe(SENTENCE);
    const { json: forecast } = await server.call(forecastAssistant, {
      as: owner.as,
      params: { id: owner.assistantId },
    });
    expect(forecast.posting_paused).toBe(SENTENCE);
    expect(await second.feedChecks()).toBeDefined();
  });

  succeeds('without a sentence lets devices claim again', async () => {
    await pause();
    await resume();
    expect((await deviceOfPage(0).poll()).claimed).not.toBeNull();
  });
});

test('each change is one audit event, also of calls that arrive twice or together', async () => {
  const before = (await countEvents()).length;
  const admins = await Promise.all([1, 2, 3].map(() => signUpAdmin(server)));
  await Promise.all(admins.map(({ as }) => server.call(setClaimPause, { as, body: { sentence: SENTENCE } })));
  await pause();
  await pause('It takes until tomorrow.');
  await Promise.all([resume(), resume()]);
  await resume();
  expect((await countEvents()).slice(before)).toMatchObject([
    { event: 'claims_paused', details: { description: SENTENCE } },
    { event: 'claims_paused', admin_id: admin.id, details: { description: 'It takes until tomorrow.' } },
    { event: 'claims_resumed', admin_id: admin.id, details: {} },
  ]);
});

const claimOn = (db: typeof server.context.db, index: number) =>
  claimPosting(db, {
    pageGuid: owner.pages[index]?.guid as string,
    tokenHash: Buffer.from(`token ${index}`),
    leaseSeconds: 120,
  });

test('a pause waits for each claim that has begun, and none is claimed after its commit', async () => {
  let pausing: ReturnType<typeof pause> | undefined;
  await server.context.db.transaction(async (db) => {
    expect((await claimOn(db, 0)).outcome).toBe('claimed');
    pausing = pause();
    await waitForLockWait(server.context.db);
    // It waits, and nothing more is claimed.
    expect((await claimOn(server.context.db, 1)).outcome).toBe('claims_paused');
  });
  expect((await pausing)?.status).toBe(204);
  expect((await claimOn(server.context.db, 1)).outcome).toBe('claims_paused');
});
