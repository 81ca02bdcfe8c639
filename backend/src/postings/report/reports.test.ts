import { expireLease, readPosting } from '../../../test/deviceCalls.ts';
import { useTestDatabase } from '../../../test/testDatabase.ts';
import { sweepLeases } from '../end/sweeps.ts';
import { buildPostingScenario } from '../postingScenario.testing.ts';
import { completePosting } from './report.query.ts';

const database = useTestDatabase();
const db = () => database.db;
const scenario = (flyers?: string[]) => buildPostingScenario(db(), flyers);
const transitionsOf = async ({ id }: { id: string }): Promise<string[]> =>
  (
    await db().query(
      `SELECT from_status || '>' || to_status AS step FROM posting_transitions WHERE posting_id = $1 ORDER BY id`,
      [id],
    )
  ).map(({ step }: { step: string }) => step);

describe('reports', () => {
  it('that arrive several times make one transition and queue one screenshot, which completes the posting once [S2.3-1]', async () => {
    const { device, submitted, balance } = await scenario();
    const claimed = await submitted();
    const answers = await Promise.all(Array.from({ length: 5 }, () => device.posted(claimed)));
    expect(answers.map((answer) => answer.status)).toEqual(Array(5).fill('posted'));
    const due = await db().query('SELECT tries FROM pending_screenshots WHERE posting_id = $1', [claimed.id]);
    expect(due).toEqual([{ tries: 0 }]);
    for (const _ of [1, 2]) await completePosting(db(), claimed.id, { screenshotError: 'No browser.' });
    expect(await transitionsOf(claimed)).toEqual(['pending>posting', 'posting>posted', 'posted>completed']);
    expect(await balance()).toBe(140);
  });

  it('with an older claim token are refused [S2.3-1]', async () => {
    const { device, endLease } = await scenario();
    const older = await device.claim();
    await endLease(older);
    const newer = await device.claim();
    expect(newer.id).toBe(older.id);
    for (const report of [device.posted, device.failed, device.submitting, device.heartbeat]) {
      await expect(report(older)).rejects.toMatchObject({ status: 409, code: 'posting.claim_lost' });
    }
    expect((await readPosting(db(), newer.id)).status).toBe('posting');
  });

  it('of a heartbeat extend the lease, and are refused after its end [S2.3-1]', async () => {
    const { device } = await scenario();
    const claimed = await device.claim();
    const [{ before }] = await db().query('SELECT lease_expires_at AS before FROM in_flight WHERE posting_id = $1', [
      claimed.id,
    ]);
    const { leaseExpiresAt } = await device.heartbeat(claimed);
    expect((leaseExpiresAt as Date).getTime()).toBeGreaterThan(before.getTime());
    await expireLease(db(), claimed.id);
    await expect(device.heartbeat(claimed)).rejects.toMatchObject({ status: 409 });
    await expect(device.submitting(claimed)).rejects.toMatchObject({ status: 409 });
  });
});

describe('a lease that ends', () => {
  it('before submitting requeues the posting, and the third time fails it with a refund [S2.3-1]', async () => {
    const { device, owner, endLease, balance } = await scenario();
    let id = '';
    for (const expected of ['pending', 'pending', 'failed']) {
      const claimed = await device.claim();
      id = claimed.id;
      await endLease(claimed);
      expect((await readPosting(db(), id)).status).toBe(expected);
    }
    expect(await readPosting(db(), id)).toMatchObject({
      error_message: 'The page stopped responding before posting.',
      retry_count: 3,
    });
    // One charge for three tries in one paid day, and one refund.
    expect(await balance()).toBe(150);
    const types = await db().query('SELECT transaction_type AS type FROM credit_transactions WHERE user_id = $1', [
      owner.id,
    ]);
    expect(types.map(({ type }: { type: string }) => type).sort()).toEqual(['bonus', 'refund', 'spending']);
  });

  it('is handled by the next poll of the page before the next sweep', async () => {
    const { device, page } = await scenario();
    const first = await device.claim();
    await expireLease(db(), first.id);
    // As if another device had claimed it, because the same device would get the same claim again.
    await db().query('UPDATE in_flight SET device_id = gen_random_uuid() WHERE page_guid = $1', [page.guid]);
    expect(await device.claim()).toMatchObject({ id: first.id, attempt: 2 });
    expect((await readPosting(db(), first.id)).retry_count).toBe(1);
  });

  it('after submitting leaves the posting unconfirmed, without another try and without a refund [S2.3-1]', async () => {
    const { device, doubted, balance } = await scenario();
    expect((await readPosting(db(), (await doubted()).id)).error_message).toBe(
      'The page stopped responding while posting. Check the page before you retry: the post may be live.',
    );
    expect((await device.poll()).claimed).toBeNull();
    expect(await balance()).toBe(140);
  });

  it('after submitting still accepts a late report: posted, or failed with a refund of the charge', async () => {
    const live = await scenario();
    const posted = await live.doubted();
    await live.device.posted(posted);
    const state = { status: 'posted', error_code: null, error_message: null };
    expect(await readPosting(db(), posted.id)).toMatchObject(state);
    const { device, doubted, balance } = await scenario();
    const failed = await doubted();
    await device.failed(failed, 'The button was disabled.');
    expect((await readPosting(db(), failed.id)).error_message).toBe('The button was disabled.');
    expect([await live.balance(), await balance()]).toEqual([140, 150]);
  });

  it('is swept together with 1,199 others in one sweep', async () => {
    const { owner, assistant, taskId } = await scenario();
    await db().query(
      `WITH g AS (
         INSERT INTO pages (owner_id, creator_id) SELECT $1, 'swept-' || n FROM generate_series(1, 1200) n RETURNING guid
       ), p AS (
         INSERT INTO page_postings
           (owner_id, assistant_id, task_id, page_guid, status, queued_at, sequence_order, run_index, delay_hours, gap_hours)
         SELECT $1, $2, $3, guid, 'posting', now(), 0, 0, 0, 0 FROM g RETURNING id, page_guid
       )
       INSERT INTO in_flight (page_guid, posting_id, owner_id, claim_token_hash, lease_expires_at)
       SELECT page_guid, id, $1, '', now() - interval '1 second' FROM p`,
      [owner.id, assistant.id, taskId],
    );
    await db().query('UPDATE tasks SET posting_count = 1200 WHERE id = $1', [taskId]);
    expect(await sweepLeases(db())).toEqual({ requeued: 1_200, failed: 0, unconfirmed: 0 });
    const [row] = await db().query('SELECT pending_count, posting_count FROM tasks WHERE id = $1', [taskId]);
    // The posting of the scenario is pending all the time.
    expect(row).toEqual({ pending_count: 1_201, posting_count: 0 });
  });

  it('is swept once by eight simultaneous sweeps', async () => {
    const { device } = await scenario();
    const claimed = await device.claim();
    await expireLease(db(), claimed.id);
    await Promise.all(Array.from({ length: 8 }, () => sweepLeases(db())));
    expect(await transitionsOf(claimed)).toEqual(['pending>posting', 'posting>pending']);
  });
});
